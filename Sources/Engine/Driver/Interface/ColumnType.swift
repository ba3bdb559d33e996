/// The type of a column: the kind of values that it holds, and their meaning if the codec states one.
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
