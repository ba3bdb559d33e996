import Foundation
public import PersistentObjects
import PersistentObjectsPostgreSQL
import StrictDriver
public import Testing

/// The database that the engine's tests run on: SQLite, SQLite made to behave as others do, or PostgreSQL.
public enum TestedDatabase: String, Sendable {
  case sqlite
  case strict
  /// The server that libpq's environment names; each path is a schema there.
  case postgres

  /// The database that `PERSISTENT_OBJECTS_DRIVER` names.
  public static let current =
    ProcessInfo.processInfo.environment["PERSISTENT_OBJECTS_DRIVER"]
    .flatMap(TestedDatabase.init) ?? .sqlite

  /// Makes a store on it.
  public func store(
    at path: String, codecs: CodecRegistry = .standard, keys: any KeyStrategy = CountedKeys(),
    classes: [any PersistentObject.Type] = []
  ) throws -> Store {
    var configuration = StoreConfiguration(codecs: codecs)
    configuration.keys = keys
    configuration.classes = classes
    return try store(SQLiteConfiguration(path: path), configuration: configuration)
  }

  /// Makes a store on it.
  public func store(
    _ sqlite: SQLiteConfiguration,
    configuration: StoreConfiguration = StoreConfiguration(codecs: .standard)
  ) throws -> Store {
    switch self {
    case .sqlite: try Store(sqlite, configuration: configuration)
    case .strict: try Store(driver: StrictDriver(sqlite), configuration: configuration)
    case .postgres:
      try Store(driver: Self.postgresDriver(for: sqlite), configuration: configuration)
    }
  }

  /// The schema is named after the path, so that a second store on the path finds it.
  private static func postgresDriver(for sqlite: SQLiteConfiguration) -> PostgresDriver {
    var configuration = PostgresConfiguration("")
    if case .file(let path) = sqlite.location {
      configuration.schema =
        "test" + path.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
    }
    configuration.maximumReaders = sqlite.maximumReaders
    configuration.statementCacheCapacity = sqlite.statementCacheCapacity
    configuration.lockTimeout = sqlite.busyTimeout
    return PostgresDriver(configuration)
  }

  /// A query with a row for each foreign key that refers to nothing. PostgreSQL lets none be committed.
  public var danglingRows: Criteria {
    self == .postgres ? "SELECT 1 WHERE FALSE" : "PRAGMA foreign_key_check"
  }

  /// A statement as it is on SQLite; nil for one that is not needed there.
  func comparable(_ sql: String) -> String? {
    if self == .sqlite { return sql }
    if sql.hasSuffix(" attempt") || sql.contains("SET next_pk = next_pk") { return nil }
    var sql = sql
    for (word, usual) in Self.words { sql = sql.replacing(word, with: usual) }
    if sql.contains(" SELECT c0") {
      sql = sql.replacing("INSERT INTO", with: "INSERT OR FAIL INTO")
    }
    sql.replace(#/\ = ANY \((\?[0-9]+)\)/#) { " IN (SELECT c0 FROM _persistent_rows(\($0.1)))" }
    return sql
  }

  private static let words = [
    ("$", "?"), (" NULLS FIRST", ""), (" DESC NULLS LAST", " DESC"), (" AS derived", ""),
    ("LIMIT ALL", "LIMIT -1"), ("greatest(", "max("), ("IS NOT DISTINCT FROM", "IS"),
    ("BEGIN ISOLATION LEVEL SERIALIZABLE", "BEGIN IMMEDIATE"),
    ("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", "BEGIN DEFERRED"), ("(FALSE", "(0"),
  ]
}

extension Trait where Self == ConditionTrait {
  /// Restricts a test to SQLite: it is about what only SQLite does, or about SQL as only SQLite has it.
  public static var onSQLite: Self {
    .enabled(if: TestedDatabase.current == .sqlite, "This is about SQLite alone.")
  }
}
