/// The sizes and settings of a database.
///
/// ```swift
/// let figures = DatabaseFigures(bytes: 81_920, pageSize: 4096, freePageCount: 2)
/// ```
public struct DatabaseFigures: Sendable {
  /// The size of all tables and indices, in bytes.
  public var bytes: Int
  /// The size of a page, in bytes.
  public var pageSize: Int
  /// The number of empty pages; nil if the database does not report it.
  public var freePageCount: Int?
  /// The size of the log, in bytes; nil if there is no log that belongs to this database alone.
  public var logBytes: Int?
  /// The settings of interest, by the database's own names.
  public var settings: [String: String]
  /// The sizes of tables and indices, in bytes, by name; nil if the database does not report them.
  public var bytesByName: [String: Int]?

  /// Makes the figures of a database.
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
