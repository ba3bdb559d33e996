import PersistentObjects
import PersistentObjectsEngine
import PersistentObjectsSQLite

/// A database that another program has made, seen as classes: tables become classes, columns
/// properties, foreign keys references with inverses. The model's notes have the decisions made.
///
/// It is only read, and all reads see one state. The file is checked for damage, and each table is
/// read once to determine the kinds of its columns.
///
/// Isolation: not `Sendable`; for one thread at a time.
public final class ForeignDatabase {
  /// The path, as it was given.
  public let path: String
  let file: DatabaseFile
  let classes: [ForeignClass]

  /// Opens a database.
  ///
  /// Throws as ``InspectedFile/init(_:)`` does, and `invalidModel` for a database without tables.
  ///
  /// - Parameter checksDamage: whether SQLite looks for damage first, which reads the whole file;
  ///   not needed if that was just done.
  public init(_ path: String, checksDamage: Bool = true) throws {
    self.path = path
    file = try DatabaseFile(path)
    if checksDamage { try file.checkDamage() }
    let schema = try ForeignSchema(file)
    guard !schema.tables.isEmpty else {
      throw PersistenceError(.invalidModel, "\(path) has no tables")
    }
    classes = try ForeignClasses(schema, file).classes
  }

  /// The classes that represent the tables.
  public var model: StoreModel { StoreModel(classes: classes.map(\.model)) }

  /// Whether rows refer to missing ones, so that such a reference becomes nil.
  public var losesReferences: Bool {
    classes.contains { $0.properties.contains(where: \.losesReferences) }
  }

  /// The number of rows of each class.
  public func rowCounts() throws -> [String: Int] {
    try Dictionary(uniqueKeysWithValues: classes.map { ($0.name, try count($0)) })
  }

  func count(_ found: ForeignClass) throws -> Int {
    let table = SQLiteDialect().quoted(found.table.name)
    return Int(clamping: try file.firstValue("SELECT count(*) FROM \(table)").integer ?? 0)
  }

  /// Throws `busy` if the database has changed since it was opened, while no lock prevented that.
  public func requireUnchanged() throws { try file.requireUnchanged() }
}

extension ForeignClass {
  /// Its name in SQL.
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
