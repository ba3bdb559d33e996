import Foundation
import PersistentObjects

/// Where a model comes from. Each source makes the same thing of it, a ``StoreModel`` that has been checked, with
/// notes on classes and properties for what it had to decide; nothing behind it asks where that came from.
public enum ModelSource {
  /// A store, whose records, tables and rows say what its classes were.
  case store(path: String)
  /// A model as JSON, and where the text comes from, for errors.
  case json(Data, name: String)

  /// The source that a file is: a database, or else JSON.
  ///
  /// Throws `cannotOpen` where there is none, or it may not be read.
  public init(path: String) throws {
    guard let file = FileHandle(forReadingAtPath: path),
      let beginning = try? file.read(upToCount: Self.databaseMagic.count)
    else {
      throw PersistenceError(.cannotOpen, "\(path) is missing, is a folder, or may not be read.")
    }
    let isText = beginning.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "{")
    if isText {
      self = .json(beginning + ((try file.readToEnd()) ?? Data()), name: path)
    } else {
      self = .store(path: path)
    }
  }

  private static let databaseMagic = Data("SQLite format 3\0".utf8)

  /// The model.
  ///
  /// Throws ``ModelError`` where no classes can be made of it, and for a store what ``InspectedFile/init(_:)``
  /// throws.
  public func model() throws -> StoreModel {
    switch self {
    case .json(let text, let name): return try StoreModel(json: text, source: name)
    case .store(let path):
      let file = try InspectedFile(path)
      let model = try file.declaredModel()
      try file.requireUnchanged()
      try model.check(source: path)
      return model
    }
  }
}
