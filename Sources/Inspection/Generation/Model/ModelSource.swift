public import Foundation
import PersistentObjects
public import PersistentObjectsInspection

/// The source of a model. Each source produces a checked `StoreModel`, whose classes and
/// properties carry notes on the decisions made. Later steps do not depend on the source.
///
/// ```swift
/// let model = try ModelSource(path: "people.sqlite3").model()
/// print(try model.json())
/// ```
public enum ModelSource {
  /// A store, whose classes are derived from its records, tables and rows; or any other database,
  /// whose tables become classes.
  case store(path: String)
  /// A model as JSON, with the name of its origin for errors.
  case json(Data, name: String)

  /// Creates the source for a file. A text that begins with `{` is JSON; anything else counts as a
  /// database.
  ///
  /// Throws `cannotOpen` if the file does not exist or may not be read.
  public init(path: String) throws {
    guard let file = FileHandle(forReadingAtPath: path),
      let beginning = try? file.read(upToCount: Self.databaseMagic.count)
    else {
      throw PersistenceError(.cannotOpen, "\(path) is missing, is a folder, or cannot be read.")
    }
    let first = beginning.first { !" \t\r\n".utf8.contains($0) }
    let isText = first == UInt8(ascii: "{") || (first == nil && !beginning.isEmpty)
    if isText {
      self = .json(beginning + ((try file.readToEnd()) ?? Data()), name: path)
    } else {
      self = .store(path: path)
    }
  }

  private static let databaseMagic = Data("SQLite format 3\0".utf8)

  /// Returns the model.
  ///
  /// Throws `ModelError` if no classes can be made from it, and for a store the errors of
  /// `InspectedFile(_:)`; `unknownClass` if a table to leave out is missing, and `invalidModel` if
  /// the source is a store or a model.
  ///
  /// - Parameter omitted: the names of tables of another program's database to leave out.
  public func model(omitting omitted: Set<String> = []) throws -> StoreModel {
    switch self {
    case .json(let text, let name):
      try Self.requireNone(omitted, in: name)
      return try StoreModel(json: text, source: name)
    case .store(let path):
      let model = try Self.model(ofDatabase: path, omitting: omitted)
      try model.check(source: path)
      return model
    }
  }

  private static func requireNone(_ omitted: Set<String>, in source: String) throws {
    guard let table = omitted.min() else { return }
    throw PersistenceError(
      .invalidModel,
      "\(table) cannot be left out: only tables of other programs can, and \(source) is ours")
  }

  private static func model(
    ofDatabase path: String, omitting omitted: Set<String>
  ) throws -> StoreModel {
    let file: InspectedFile
    do {
      file = try InspectedFile(path)
    } catch let error as PersistenceError where error.code == .invalidModel {
      return try model(ofForeign: path, omitting: omitted)
    }
    try requireNone(omitted, in: path)
    let model = try file.declaredModel()
    try file.requireUnchanged()
    return model
  }

  /// Returns the model of a foreign database. A file of the ancestors is rejected: its tables would
  /// become classes, instead of the classes from which they were made.
  private static func model(
    ofForeign path: String, omitting omitted: Set<String>
  ) throws -> StoreModel {
    guard try !LegacyRecognition(LegacyLayout(DatabaseFile(path))).isLegacy else {
      throw PersistenceError(
        .invalidModel,
        """
        \(path) is a file of SQLite Persistent Objects; import it with `persist import` first, and \
        generate classes from the new store
        """)
    }
    let database = try ForeignDatabase(path, omitting: omitted)
    try database.requireUnchanged()
    return database.model
  }
}
