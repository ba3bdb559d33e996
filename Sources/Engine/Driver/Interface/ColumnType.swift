/// The type of a column: the kind of values that it holds, and their meaning if the codec states
/// one.
///
/// ```swift
/// let type = ColumnType(.text, .uuid)  // the stored form is a text; PostgreSQL's column is a uuid
/// ```
///
/// A driver may store values of a meaning in a native type of its database, the native form, which
/// SQL then compares, sorts and finds; see ``Dialect/stored(_:_:)`` and ``Dialect/native(_:_:)``.
public struct ColumnType: Sendable, Hashable {
  /// The kind of values.
  public let storage: StorageClass
  /// The meaning of the values.
  public let meaning: StoredMeaning?

  /// Makes a type.
  public init(_ storage: StorageClass, _ meaning: StoredMeaning? = nil) {
    self.storage = storage
    self.meaning = meaning
  }

  /// Integers without a meaning.
  public static let integer = ColumnType(.integer)
  /// Doubles without a meaning.
  public static let real = ColumnType(.real)
  /// Texts without a meaning.
  public static let text = ColumnType(.text)
  /// Bytes without a meaning.
  public static let bytes = ColumnType(.bytes)
  /// Values of any kind without a meaning.
  public static let any = ColumnType(.any)
}

extension ColumnType {
  /// Returns whether a column may hold a cell. Of meanings, it checks the one whose other forms a
  /// database may convert without an error: a `numeric` takes any number, and the text of one.
  package func admits(_ cell: Cell) -> Bool {
    guard storage.admits(cell.kind) else { return false }
    guard case .unsigned(let digits) = meaning else { return true }
    return switch cell {
    case .null: true
    case .integer(let value): value >= 0
    case .text(let utf8): utf8.count == digits && Self.areDigitsBeyondIntegers(utf8)
    case .real, .bytes: false
    }
  }

  /// Returns whether a text consists of the digits of a number that is greater than all integers.
  private static func areDigitsBeyondIntegers(_ utf8: UnsafeRawBufferPointer) -> Bool {
    let zero = UInt8(ascii: "0")
    let (significant, greatest) = (utf8.drop { $0 == zero }, String(Int64.max).utf8)
    if significant.count < greatest.count || !utf8.allSatisfy({ (zero...zero + 9).contains($0) }) {
      return false
    }
    return significant.count > greatest.count || greatest.lexicographicallyPrecedes(significant)
  }
}
