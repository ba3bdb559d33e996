/// The sizes and settings of a file.
///
/// ```swift
/// let figures = try file.figures()
/// for type in figures.classes { print(type.name, type.table.rows, type.table.bytes ?? 0) }
/// ```
public struct FileFigures: Codable, Hashable, Sendable {
  /// The size of the database, in bytes.
  public let bytes: Int
  /// The size of the log beside the database, in bytes; nil if there is none.
  public let logBytes: Int?
  /// The size of a page, in bytes.
  public let pageSize: Int
  /// The number of pages.
  public let pageCount: Int
  /// The number of empty pages, which are used before the file grows; nil if the database does not
  /// tell.
  public let freePageCount: Int?
  /// The settings in the file: `journal_mode`, `encoding`, `auto_vacuum`, `user_version`,
  /// `application_id` and `schema_version`, as SQLite's pragmas return them. For a server, its
  /// `server_version` and `server_encoding`.
  public let settings: [String: String]
  /// The classes, by name.
  public let classes: [ClassFigures]
  /// The tables that belong to no class, by name, including those that describe other tables.
  public let otherTables: [TableFigures]
}

/// The sizes of a class.
///
/// See ``FileFigures``.
public struct ClassFigures: Codable, Hashable, Sendable {
  /// The class's name.
  public let name: String
  /// The class's own table.
  public let table: TableFigures
  /// The tables of its collections.
  public let childTables: [TableFigures]
  /// The codecs of the columns of the class and of its collections.
  public let codecs: [CodecUse]

  /// The codec of a column.
  ///
  /// See ``FileFigures``.
  public struct CodecUse: Codable, Hashable, Sendable {
    /// The column as `table.column`.
    public let column: String
    /// The property.
    public let property: String
    /// The codec's name and versions, such as `celsius 1–2`.
    public let codec: String
    /// Whether the codec is a standard one, so that its values can be shown.
    public let isStandard: Bool
  }
}

/// The sizes of a table.
///
/// See ``FileFigures``.
public struct TableFigures: Codable, Hashable, Sendable {
  /// The table's name.
  public let name: String
  /// The number of rows.
  public let rows: Int
  /// The size of the table's pages, in bytes; nil if SQLite was built without `dbstat`.
  public let bytes: Int?
  /// The table's indices.
  public let indices: [IndexFigures]

  /// The size of an index.
  ///
  /// See ``FileFigures``.
  public struct IndexFigures: Codable, Hashable, Sendable {
    /// The index's name.
    public let name: String
    /// The size of the index's pages, in bytes; nil if SQLite was built without `dbstat`.
    public let bytes: Int?
    /// Whether this package made the index.
    public let isOwn: Bool
  }
}
