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

  /// The kind of the value in a cell. Ask before reading: a read of another kind may convert.
  open func kind(at index: Int) -> StoredKind { notImplemented() }
  /// The integer in a cell of kind `integer`.
  open func integer(at index: Int) -> Int64 { notImplemented() }
  /// The double in a cell of kind `real`.
  open func real(at index: Int) -> Double { notImplemented() }
  /// The bytes of a cell of kind `text` (UTF-8, not yet validated) or `blob`. They stay valid
  /// until the row changes or the same cell is read again.
  open func bytes(at index: Int) -> UnsafeRawBufferPointer { notImplemented() }

  // MARK: Reading what is expected

  // Each is one call instead of two, which a driver may make faster.

  /// Whether a cell is NULL.
  open func isNull(at index: Int) -> Bool { kind(at: index) == .null }
  /// The integer in a cell; nil if something else is stored.
  open func storedInteger(at index: Int) -> Int64? {
    kind(at: index) == .integer ? integer(at: index) : nil
  }
  /// The double in a cell; nil if something else is stored.
  open func storedReal(at index: Int) -> Double? {
    kind(at: index) == .real ? real(at: index) : nil
  }
  /// The bytes of a text; nil if something else is stored. Valid as those of ``bytes(at:)``.
  open func storedText(at index: Int) -> UnsafeRawBufferPointer? {
    kind(at: index) == .text ? bytes(at: index) : nil
  }
  /// The bytes of a blob; nil if something else is stored. Valid as those of ``bytes(at:)``.
  open func storedBlob(at index: Int) -> UnsafeRawBufferPointer? {
    kind(at: index) == .blob ? bytes(at: index) : nil
  }

  private func notImplemented(_ function: StaticString = #function) -> Never {
    preconditionFailure("\(Self.self) does not override \(function)")
  }
}

extension Cells {
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

  /// The value of a cell, copied. Text that is not valid UTF-8 comes as a blob.
  public func value(at index: Int) -> StoredValue {
    switch kind(at: index) {
    case .null: return .null
    case .integer: return .integer(integer(at: index))
    case .real: return .real(real(at: index))
    case .text:
      let utf8 = bytes(at: index)
      return String(validating: utf8, as: UTF8.self).map(StoredValue.text) ?? .blob(Array(utf8))
    case .blob: return .blob(Array(bytes(at: index)))
    }
  }
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

  /// The kind of the value in a cell.
  public override func kind(at index: Int) -> StoredKind { values[index].kind }
  /// The integer in a cell, or 0.
  public override func integer(at index: Int) -> Int64 {
    if case .integer(let value) = values[index] { value } else { 0 }
  }
  /// The double in a cell, or 0.
  public override func real(at index: Int) -> Double {
    if case .real(let value) = values[index] { value } else { 0 }
  }
  /// The bytes of a text or blob; valid until the next call.
  public override func bytes(at index: Int) -> UnsafeRawBufferPointer {
    switch values[index] {
    case .text(let value): pin(Array(value.utf8))
    case .blob(let value): pin(value)
    default: UnsafeRawBufferPointer(start: nil, count: 0)
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
