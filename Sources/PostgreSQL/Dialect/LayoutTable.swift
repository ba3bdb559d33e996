/// The table of the layout version, and the statements about it. It has one row.
enum LayoutTable {
  static let name = "_persistent_layout"

  /// The first version is the time in microseconds, so that a schema that is deleted and made again
  /// has greater ones than before.
  static let creation = """
    CREATE TABLE IF NOT EXISTS \(name) (version bigint NOT NULL); \
    INSERT INTO \(name) SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint \
    WHERE NOT EXISTS (SELECT FROM \(name))
    """
  static let increment = "UPDATE \(name) SET version = version + 1 RETURNING version"

  /// A query for the version, as text.
  static let version = "SELECT version::text FROM \(name)"
  static let lockedVersion = "SELECT version FROM \(name) FOR UPDATE"
  /// A query that finds NULL if the table is missing.
  static let existence = "SELECT to_regclass('\(name)')"
  /// A query that fails by a ``Demand`` if the layout has a version other than its parameter.
  static let demand = """
    SELECT substr('', 1, CASE (SELECT version FROM \(name)) WHEN $1 THEN 0 ELSE -1 END)
    """
}
