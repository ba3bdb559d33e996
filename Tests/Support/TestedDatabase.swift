import Foundation
public import PersistentObjects
import StrictDriver
public import Testing

/// The database that the engine's tests run on: SQLite, or SQLite made to behave as others do.
public enum TestedDatabase: String, Sendable {
  case sqlite
  case strict

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
    }
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
