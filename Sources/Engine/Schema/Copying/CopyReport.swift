/// The outcome of `store.copy(to:)`.
public struct CopyReport: Sendable, Hashable {
  /// The number of tables of classes and of collections.
  public let tableCount: Int
  /// The number of their rows.
  public let rowCount: Int
  /// The things that the other store does not get, in words: tables and columns of other programs, and indices
  /// with conditions or of expressions, which classes make anew.
  public let leftOut: [String]
}
