/// The sizes and settings of a database.
public struct DatabaseFigures: Sendable {
  /// The bytes of all tables and indices.
  public var bytes: Int
  /// The bytes of each page.
  public var pageSize: Int
  /// The number of empty pages; nil if the database does not tell.
  public var freePageCount: Int?
  /// The bytes of the log that belongs to this database alone; nil without one.
  public var logBytes: Int?
  /// The settings worth knowing, by the database's own names.
  public var settings: [String: String]
  /// The bytes of tables and indices by name; nil if the database does not tell.
  public var bytesByName: [String: Int]?

  /// Describes a database.
  public init(
    bytes: Int, pageSize: Int, freePageCount: Int? = nil, logBytes: Int? = nil,
    settings: [String: String] = [:], bytesByName: [String: Int]? = nil
  ) {
    self.bytes = bytes
    self.pageSize = pageSize
    self.freePageCount = freePageCount
    self.logBytes = logBytes
    self.settings = settings
    self.bytesByName = bytesByName
  }
}
