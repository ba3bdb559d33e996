/// A class of the file.
struct ReportClass: Hashable, Sendable {
  /// The name of the class.
  var name: String
  /// The table that holds its objects.
  var table: String
  /// The class that it inherits from.
  var superclass: String?
  /// The number of objects.
  var rows: Int
  /// The bytes of its tables and indices.
  var bytes: Int?
  /// Its properties that lie in columns.
  var columns: [ReportColumn] = []
  /// Its collections.
  var childTables: [ReportChildTable] = []
  /// Its indices.
  var indices: [ReportIndex] = []
  /// The parts that could not be gathered, a sentence each.
  var remarks: [String] = []
  /// Sample objects.
  var samples: [ReportObject] = []
}

/// A property that lies in a column.
struct ReportColumn: Hashable, Sendable {
  /// The property.
  var property: String
  /// The column.
  var column: String
  /// The column's storage: TEXT, INTEGER, REAL, BLOB.
  var storage: String
  /// The codec, with its version.
  var codec: String
  /// The class that a reference leads to.
  var target: String?
  /// The effect of deleting the target.
  var deleteRule: String?
  /// The statistics of the column.
  var statistics: ReportStatistics?
}

/// A collection in its own table.
struct ReportChildTable: Hashable, Sendable {
  /// The property.
  var property: String
  /// The table.
  var table: String
  /// Its shape: "array", "set", "dictionary".
  var shape: String
  /// The codec of its elements.
  var codec: String
  /// The class that its elements refer to.
  var target: String?
  /// The number of elements of all objects.
  var rows: Int?
  /// The statistics of the elements.
  var statistics: ReportStatistics?
  /// The keys of a dictionary.
  var keys: ReportKeys?
}

/// The keys of a dictionary.
struct ReportKeys: Hashable, Sendable {
  /// Their codec.
  var codec: String
  /// The statistics of the keys.
  var statistics: ReportStatistics?
}

/// An index.
struct ReportIndex: Hashable, Sendable {
  /// The index's name.
  var name: String
  /// Its columns in their order.
  var columns: [String]
  /// Whether it admits each value once.
  var isUnique = false
  /// Its bytes.
  var bytes: Int?
}
