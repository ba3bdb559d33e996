/// The sizes and settings of a file.
public struct FileFigures: Codable, Hashable, Sendable {
  /// The bytes of the database.
  public let bytes: Int
  /// The bytes of the log beside it; nil without one.
  public let logBytes: Int?
  /// The bytes of each page.
  public let pageSize: Int
  /// The number of pages.
  public let pageCount: Int
  /// The number of empty pages, which are used before the file grows; nil where the database does not tell.
  public let freePageCount: Int?
  /// The settings in the file: `journal_mode`, `encoding`, `auto_vacuum`, `user_version`,
  /// `application_id` and `schema_version`, as SQLite's pragmas return them; of a server its `server_version` and
  /// `server_encoding`.
  public let settings: [String: String]
  /// The classes, by name.
  public let classes: [ClassFigures]
  /// The tables that belong to no class, by name, those about tables included.
  public let otherTables: [TableFigures]
}

/// The sizes of a class.
public struct ClassFigures: Codable, Hashable, Sendable {
  /// The class's name.
  public let name: String
  /// The class's own table.
  public let table: TableFigures
  /// The tables of its collections.
  public let childTables: [TableFigures]
  /// The codecs of its columns and of those of its collections.
  public let codecs: [CodecUse]

  /// The codec of a column.
  public struct CodecUse: Codable, Hashable, Sendable {
    /// `table.column`.
    public let column: String
    /// The property.
    public let property: String
    /// The codec's name, with its versions, such as `celsius 1–2`.
    public let codec: String
    /// Whether it is a standard codec, so that its values can be shown.
    public let isStandard: Bool
  }
}

/// The sizes of a table.
public struct TableFigures: Codable, Hashable, Sendable {
  /// Its name.
  public let name: String
  /// The number of its rows.
  public let rows: Int
  /// The bytes of its pages; nil where SQLite was built without `dbstat`.
  public let bytes: Int?
  /// Its indices.
  public let indices: [IndexFigures]

  /// The size of an index.
  public struct IndexFigures: Codable, Hashable, Sendable {
    /// Its name.
    public let name: String
    /// The bytes of its pages; nil where SQLite was built without `dbstat`.
    public let bytes: Int?
    /// Whether this package made it.
    public let isOwn: Bool
  }
}
