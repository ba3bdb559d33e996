/// A stored value in place: numbers by value, texts and blobs as bytes in memory that something
/// else owns. A ``StoredValue`` owns a copy.
///
/// ```swift
/// StoredValue.text("Emma").withCell { cell in print(cell.kind, cell.bytes.count) }  // TEXT 4
/// ```
@frozen
public enum Cell {
  /// No value.
  case null
  /// A signed 64-bit integer.
  case integer(Int64)
  /// An IEEE 754 double.
  case real(Double)
  /// The bytes of a text: UTF-8, not yet validated.
  case text(UnsafeRawBufferPointer)
  /// The bytes of a blob.
  case bytes(UnsafeRawBufferPointer)

  /// The kind of the value.
  @inlinable
  public var kind: StoredKind {
    switch self {
    case .null: .null
    case .integer: .integer
    case .real: .real
    case .text: .text
    case .bytes: .bytes
    }
  }
}

extension Cell {
  /// Whether both cells are stored alike, bit for bit.
  package func isSame(as other: Cell) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.integer(let own), .integer(let others)): own == others
    case (.real(let own), .real(let others)): own.bitPattern == others.bitPattern
    case (.text(let own), .text(let others)), (.bytes(let own), .bytes(let others)):
      own.isSame(as: others)
    default: false
    }
  }

  /// The bytes of a text or a blob; none for other kinds.
  public var bytes: UnsafeRawBufferPointer {
    switch self {
    case .text(let bytes), .bytes(let bytes): bytes
    case .null, .integer, .real: UnsafeRawBufferPointer(start: nil, count: 0)
    }
  }
}

extension StoredValue {
  /// Calls a closure with the value as a cell, whose bytes are valid while it runs.
  public func withCell<R>(_ body: (Cell) throws -> R) rethrows -> R {
    switch self {
    case .null: return try body(.null)
    case .integer(let value): return try body(.integer(value))
    case .real(let value): return try body(.real(value))
    case .text(var text):
      return try text.withUTF8 { try body(.text(UnsafeRawBufferPointer($0))) }
    case .bytes(let bytes): return try bytes.withUnsafeBytes { try body(.bytes($0)) }
    }
  }

  /// Creates a copy of a cell's value. Text that is not valid UTF-8 becomes a blob.
  public init(_ cell: Cell) {
    switch cell {
    case .null: self = .null
    case .integer(let value): self = .integer(value)
    case .real(let value): self = .real(value)
    case .text(let utf8): self = String(stored: utf8).map { .text($0) } ?? .bytes(Array(utf8))
    case .bytes(let bytes): self = .bytes(Array(bytes))
    }
  }
}
