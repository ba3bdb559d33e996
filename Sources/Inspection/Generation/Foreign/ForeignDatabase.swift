import PersistentObjects
public import PersistentObjectsInspection
import PersistentObjectsNames
import PersistentObjectsSQLite

/// A database made by another program, seen as classes: tables become classes, columns become
/// properties, and foreign keys become references with inverses. The notes of the model record the
/// decisions made.
///
/// ```swift
/// let shop = try ForeignDatabase("shop.db")
/// for type in shop.model.classes { print(type.name, type.notes ?? []) }
/// let counts = try shop.import(into: "shop.sqlite3")
/// ```
///
/// The database is only read, and all reads see one state. The file is checked for damage, and each
/// table is read once to determine the kinds of its columns.
///
/// Isolation: not `Sendable`; use it from one thread at a time.
public final class ForeignDatabase {
  /// The path, as it was given.
  public let path: String
  let file: DatabaseFile
  let classes: [ForeignClass]

  /// Opens a database.
  ///
  /// Throws the same errors as `InspectedFile(_:)`, and `invalidModel` for a database
  /// without tables, and for a store of this package, whose records say what its tables mean; and
  /// `unknownClass` if a table to leave out is missing.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - checksDamage: whether SQLite looks for damage first, which reads the whole file. Pass false
  ///     if that has already been done.
  ///   - omitted: the names of tables to leave out.
  public init(
    _ path: String, checksDamage: Bool = true, omitting omitted: Set<String> = []
  ) throws {
    self.path = path
    file = try DatabaseFile(path)
    if checksDamage { try file.checkDamage() }
    guard try SchemaCatalog(file.connection).records.isEmpty else { throw Self.isStore(path) }
    let schema = try ForeignSchema(file, omitting: omitted)
    guard !schema.tables.isEmpty else {
      throw PersistenceError(.invalidModel, "\(path) has no tables")
    }
    classes = try ForeignClasses(schema, file).classes
  }

  private static func isStore(_ path: String) -> PersistenceError {
    PersistenceError(
      .invalidModel,
      """
      \(path) is a store of PersistentObjects already; `persist copy` copies it to another file or \
      database
      """)
  }

  /// The classes that represent the tables.
  public var model: StoreModel { StoreModel(classes: classes.map(\.model)) }

  /// Whether some rows refer to missing rows. Such references become nil.
  public var losesReferences: Bool {
    classes.contains { $0.properties.contains(where: \.losesReferences) }
  }

  /// Returns the number of rows of each class.
  public func rowCounts() throws -> [String: Int] {
    try Dictionary(uniqueKeysWithValues: classes.map { ($0.name, try count($0)) })
  }

  func count(_ found: ForeignClass) throws -> Int {
    let table = SQLiteDialect().quoted(found.table.name)
    return Int(clamping: try file.firstValue("SELECT count(*) FROM \(table)").integer ?? 0)
  }

  /// Throws `busy` if the database has changed since it was opened while no lock prevented it.
  public func requireUnchanged() throws { try file.requireUnchanged() }
}

extension ForeignClass {
  /// The name of the class's table.
  var modelTable: String { StandardNaming.name(of: name) }

  var model: ClassModel {
    var model = ClassModel(
      name: name, table: modelTable, properties: properties.map(\.model),
      indices: indices.isEmpty ? nil : indices)
    model.documentation = "Rows of the table \(table.name)."
    model.notes = notes.isEmpty ? nil : notes
    return model
  }
}
