/// A row of cells that codecs write to and read from, counted from 0.
///
/// A ``Statement`` is the usual one: what is written are its parameters, what is read are the
/// columns of its current row. ``MemoryCells`` keeps values in memory. Drivers subclass it;
/// codecs see it only through `ColumnWriter` and `ColumnReader`.
open class Cells {
  /// Makes an empty row.
  public init() {}

  // MARK: Writing

  /// Writes NULL.
  open func setNull(at index: Int) { notImplemented() }
  /// Writes an integer.
  open func set(_ value: Int64, at index: Int) { notImplemented() }
  /// Writes a double. NaN never arrives here: no SQL database keeps it in a REAL column.
  open func set(_ value: Double, at index: Int) { notImplemented() }
  /// Writes text; the bytes are valid UTF-8 and are copied before the call returns.
  open func setText(_ utf8: UnsafeBufferPointer<UInt8>, at index: Int) { notImplemented() }
  /// Writes bytes, which are copied before the call returns.
  open func setBlob(_ bytes: UnsafeRawBufferPointer, at index: Int) { notImplemented() }

  // MARK: Reading

  /// What a cell holds. The bytes of a text or a blob stay valid until the row changes or the same
  /// cell is read again.
  open func cell(at index: Int) -> Cell { notImplemented() }

  private func notImplemented(_ function: StaticString = #function) -> Never {
    preconditionFailure("\(Self.self) does not override \(function)")
  }
}

extension Cells {
  /// Writes what another cell holds, also text that is not valid UTF-8.
  func set(_ cell: Cell, at index: Int) {
    switch cell {
    case .null: setNull(at: index)
    case .integer(let value): set(value, at: index)
    case .real(let value): set(value, at: index)
    case .text(let utf8): utf8.withMemoryRebound(to: UInt8.self) { setText($0, at: index) }
    case .blob(let bytes): setBlob(bytes, at: index)
    }
  }

  /// Writes a value of any kind.
  public func set(_ value: StoredValue, at index: Int) {
    switch value {
    case .null: setNull(at: index)
    case .integer(let value): set(value, at: index)
    case .real(let value): set(value, at: index)
    case .text(var value): value.withUTF8 { setText($0, at: index) }
    case .blob(let value): value.withUnsafeBytes { setBlob($0, at: index) }
    }
  }

  /// The kind of the value in a cell.
  public func kind(at index: Int) -> StoredKind { cell(at: index).kind }

  /// Whether a cell is NULL.
  public func isNull(at index: Int) -> Bool { kind(at: index) == .null }

  /// The integer in a cell, or 0.
  public func integer(at index: Int) -> Int64 { storedInteger(at: index) ?? 0 }

  /// The integer in a cell; nil if something else is stored.
  public func storedInteger(at index: Int) -> Int64? {
    if case .integer(let value) = cell(at: index) { value } else { nil }
  }

  /// The bytes of a text or a blob, or none; valid as those of ``cell(at:)``.
  public func bytes(at index: Int) -> UnsafeRawBufferPointer {
    switch cell(at: index) {
    case .text(let bytes), .blob(let bytes): bytes
    default: UnsafeRawBufferPointer(start: nil, count: 0)
    }
  }

  /// The value of a cell, copied. Text that is not valid UTF-8 comes as a blob.
  public func value(at index: Int) -> StoredValue { StoredValue(cell(at: index)) }
}

/// Cells in memory: for defaults, for comparing what is stored, for testing codecs.
public final class MemoryCells: Cells {
  /// The values, as written.
  public private(set) var values: [StoredValue]
  private var pinned: UnsafeMutableRawBufferPointer?

  /// Makes `count` cells that hold NULL.
  public init(count: Int) { values = Array(repeating: .null, count: count) }

  /// Makes cells that hold `values`.
  public init(_ values: [StoredValue]) { self.values = values }

  deinit { pinned?.deallocate() }

  /// Writes NULL.
  public override func setNull(at index: Int) { values[index] = .null }
  /// Writes an integer.
  public override func set(_ value: Int64, at index: Int) { values[index] = .integer(value) }
  /// Writes a double.
  public override func set(_ value: Double, at index: Int) { values[index] = .real(value) }
  /// Writes text.
  public override func setText(_ utf8: UnsafeBufferPointer<UInt8>, at index: Int) {
    values[index] = .text(String(decoding: utf8, as: UTF8.self))
  }
  /// Writes bytes.
  public override func setBlob(_ bytes: UnsafeRawBufferPointer, at index: Int) {
    values[index] = .blob(Array(bytes))
  }

  /// What a cell holds; its bytes are valid until the next call.
  public override func cell(at index: Int) -> Cell {
    switch values[index] {
    case .null: .null
    case .integer(let value): .integer(value)
    case .real(let value): .real(value)
    case .text(let value): .text(pin(Array(value.utf8)))
    case .blob(let value): .blob(pin(value))
    }
  }

  private func pin(_ bytes: [UInt8]) -> UnsafeRawBufferPointer {
    pinned?.deallocate()
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    copy.copyBytes(from: bytes)
    pinned = copy
    return UnsafeRawBufferPointer(copy)
  }
}
