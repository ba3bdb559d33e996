import Foundation
import PersistentObjects
import PersistentObjectsPostgreSQL

/// The place of the demo's database, and what happens to it at the end.
struct DemoDatabase {
  /// The suffixes of files that SQLite may create beside the database.
  private static let companions = ["", "-wal", "-shm", "-journal"]

  private enum Place {
    case file(String)
    case server(PostgresConfiguration)
  }

  private let place: Place
  let isKept: Bool
  /// The folder that was made for the file.
  private var folder: URL?

  /// Chooses the place; creates nothing but a folder for temporary files.
  init(_ options: Options) throws {
    isKept = options.keepsDatabase || options.database != nil
    if let server = options.server {
      var configuration = PostgresConfiguration(server)
      configuration.schema = "demo_" + UUID().uuidString.prefix(8).lowercased()
      place = .server(configuration)
    } else if let path = options.database {
      if FileManager.default.fileExists(atPath: path) {
        throw UsageError("\(path) already exists: the demo makes a database of its own")
      }
      place = .file(path)
    } else {
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("persistent-objects-demo-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      self.folder = folder
      place = .file(folder.appendingPathComponent("packages.sqlite3").path)
    }
  }

  /// The path, or the name of the schema of a server's database.
  var name: String {
    switch place {
    case .file(let path): path
    case .server(let configuration): "the schema \(configuration.schema) on the server"
    }
  }

  var isOnServer: Bool { if case .server = place { true } else { false } }

  /// Opens a store in the database, with the demo's codecs.
  func openStore() throws -> Store {
    switch place {
    case .file(let path): try Store(path: path, codecs: .demo)
    case .server(let configuration):
      try Store(configuration, configuration: StoreConfiguration(codecs: .demo))
    }
  }

  /// Removes everything that was created.
  func remove() {
    switch place {
    case .file(let path):
      for companion in Self.companions {
        try? FileManager.default.removeItem(atPath: path + companion)
      }
    case .server(let configuration): try? PostgresDriver(configuration).deleteDatabase()
    }
    if let folder { try? FileManager.default.removeItem(at: folder) }
  }
}
