/// A table that exists in the database.
///
/// ```swift
/// let table = ExistingTable(
///   name: "person", columns: ["pk", "age"], indices: ["index_person_age"])
/// ```
public struct ExistingTable: Sendable, Hashable {
  /// The table's name.
  public let name: String
  /// Its columns' names, in order.
  public let columns: [String]
  /// The types of its columns, in the database's own words, if a storage class may have several
  /// types. Columns whose types do not matter are left out.
  public let types: [String: String]
  /// Its indices' names.
  public let indices: Set<String>
  /// The foreign keys, by the names of their columns.
  public let foreignKeys: [String: ForeignKey]

  /// Makes a description of a table.
  public init(
    name: String, columns: [String], types: [String: String] = [:], indices: Set<String>,
    foreignKeys: [String: ForeignKey] = [:]
  ) {
    self.name = name
    self.columns = columns
    self.types = types
    self.indices = indices
    self.foreignKeys = foreignKeys
  }
}
