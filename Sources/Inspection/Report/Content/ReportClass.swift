/// A class of the file.
struct ReportClass: Hashable, Sendable {
  /// The name of the class, or that of its table if several classes of the file have its name.
  var name: String
  /// The table that holds its objects.
  var table: String
  /// The class that it inherits from.
  var superclass: String?
  /// The number of objects.
  var rows: Int
  /// The size of the class's tables and indices, in bytes.
  var bytes: Int?
  /// The properties that are stored in columns.
  var columns: [ReportColumn] = []
  /// The collections.
  var childTables: [ReportChildTable] = []
  /// The indices.
  var indices: [ReportIndex] = []
  /// The parts that could not be gathered, each as a sentence.
  var remarks: [String] = []
  /// Sample objects.
  var samples: [ReportObject] = []
}

/// A property that is stored in a column.
struct ReportColumn: Hashable, Sendable {
  /// The property.
  var property: String
  /// The column.
  var column: String
  /// The column's storage: TEXT, INTEGER, REAL or BLOB.
  var storage: String
  /// The codec and its version.
  var codec: String
  /// Whether the values are texts for people.
  var isText = false
  /// The class that a reference refers to.
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
  /// The shape: "array", "set" or "dictionary".
  var shape: String
  /// The codec of the elements.
  var codec: String
  /// The class that the elements refer to.
  var target: String?
  /// The total number of elements of all objects.
  var rows: Int?
  /// The statistics of the elements.
  var statistics: ReportStatistics?
  /// The keys of a dictionary.
  var keys: ReportKeys?
}

/// The keys of a dictionary.
struct ReportKeys: Hashable, Sendable {
  /// The codec of the keys.
  var codec: String
  /// The statistics of the keys.
  var statistics: ReportStatistics?
}

/// An index.
struct ReportIndex: Hashable, Sendable {
  /// The index's name.
  var name: String
  /// The columns of the index, in their order.
  var columns: [String]
  /// Whether the index allows each value only once.
  var isUnique = false
  /// The size of the index, in bytes.
  var bytes: Int?
}
