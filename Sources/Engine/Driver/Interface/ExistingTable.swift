/// A table as the database has it.
public struct ExistingTable: Sendable, Hashable {
  /// The table's name.
  public let name: String
  /// Its columns' names, in order.
  public let columns: [String]
  /// Its indices' names.
  public let indices: Set<String>
  /// The foreign keys by the names of their columns.
  public let foreignKeys: [String: ForeignKey]

  /// Describes a table.
  public init(
    name: String, columns: [String], indices: Set<String>, foreignKeys: [String: ForeignKey] = [:]
  ) {
    self.name = name
    self.columns = columns
    self.indices = indices
    self.foreignKeys = foreignKeys
  }
}
