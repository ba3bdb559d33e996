/// The SQL of a database that takes a large batch of new rows in a faster way than by `INSERT`.
public protocol BatchLoading: Dialect {
  /// The number of rows from which on it is faster.
  var fewestRowsToLoad: Int { get }
  /// A statement that inserts the rows of a batch, its one parameter, and has all of them or none.
  /// - Parameters:
  ///   - table: the table's name, quoted, like those of the columns.
  ///   - columns: the columns that the cells of each row are for.
  func load(into table: String, _ columns: [String]) -> String
}
