/// The outcome of `store.copy(to:)`.
///
/// ```swift
/// let report = try await store.copy(to: other)
/// print(report.tableCount, report.rowCount, report.leftOut)
/// ```
public struct CopyReport: Sendable, Hashable {
  /// The number of tables of classes and of collections.
  public let tableCount: Int
  /// The number of their rows.
  public let rowCount: Int
  /// Descriptions of everything that was not copied: tables, columns and indices of other programs,
  /// computed DEFAULTs, and, for another database, indices with conditions or on expressions, which
  /// classes create again.
  public let leftOut: [String]
}
