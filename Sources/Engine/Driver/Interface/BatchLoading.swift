/// The SQL of a database that can load a large batch of new rows faster than by `INSERT`.
///
/// ```swift
/// extension ShopDialect: BatchLoading {
///   var fewestRowsToLoad: Int { 500 }
///   func load(into table: String, _ columns: [String]) -> String {
///     "COPY \(table) (\(columns.joined(separator: ", "))) FROM STDIN (FORMAT binary)"
///   }
/// }
/// ```
public protocol BatchLoading: Dialect {
  /// The smallest number of rows for which loading is faster.
  var fewestRowsToLoad: Int { get }
  /// Returns a statement that inserts the rows of a batch, its one parameter: all of them or none.
  /// - Parameters:
  ///   - table: the quoted name of the table.
  ///   - columns: the quoted names of the columns for the cells of each row.
  func load(into table: String, _ columns: [String]) -> String
}
