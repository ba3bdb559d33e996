/// Conditions without which a statement fails: SQL has no statement for that, so it takes a part of a text whose length
/// is negative.
enum Demand {
  /// The SQLSTATE of the failure.
  static let code = "22011"

  /// An `UPDATE` or `DELETE` that fails where it changes no row.
  static func ofChange(by statement: String) -> String {
    "WITH changed AS (\(statement) RETURNING 1) SELECT substr('', 1, count(*)::int - 1) FROM changed"
  }

  /// A query that fails where the layout has another version than its parameter.
  static let ofLayout = """
    SELECT substr('', 1, CASE (SELECT version FROM \(ServerConnection.layoutTable)) WHEN $1 THEN 0 ELSE -1 END)
    """
}
