import PersistentObjects
import PersistentObjectsEngine
import PersistentObjectsSQLite

/// A database that another program has made, seen as classes: tables become classes, columns properties,
/// foreign keys references with inverses. What had to be decided stands in the model's notes.
///
/// It is only read, and all that is read is of one state. The file is looked through for damage, and each
/// table is read once to see what its columns hold.
///
/// Isolation: not `Sendable`; used by one thread at a time.
public final class ForeignDatabase {
  /// The path, as it was given.
  public let path: String
  let file: DatabaseFile
  let classes: [ForeignClass]

  /// Opens a database.
  ///
  /// Throws as ``InspectedFile/init(_:)`` does, and `invalidModel` for a database without tables.
  ///
  /// - Parameter checksDamage: whether SQLite looks for damage first, which reads the whole file; not needed
  ///   where that was just done.
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

  /// The classes that stand for the tables.
  public var model: StoreModel { StoreModel(classes: classes.map(\.model)) }

  /// Whether rows refer to others that are missing, so that a reference becomes nil which was none.
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

  /// Throws `busy` if the database has changed since it was opened, while nothing kept others from it.
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
