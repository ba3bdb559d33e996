/// An object of an old file: one row, and the rows of its collections.
///
/// See ``LegacyStore``.
public struct LegacyObject: Sendable {
  /// The table of its class.
  public let table: String
  /// The key, `pk`.
  public let key: Int64
  /// The values of the class's ``LegacyClass/properties``, in their order.
  public let values: [LegacyValue]
  /// The values of the class's ``LegacyClass/collections``, in their order: each is an `array`,
  /// `set` or `dictionary`, empty if there are no rows.
  public let collections: [LegacyValue]
  /// The doubts about any of the values.
  public let doubts: [LegacyDoubt]
}
