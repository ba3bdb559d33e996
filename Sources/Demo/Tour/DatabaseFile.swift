import Foundation
import PersistentObjects

/// The place of the demo's database, and its fate at the end.
struct DatabaseFile {
  /// The suffixes of files that SQLite may make beside the database.
  private static let companions = ["", "-wal", "-shm", "-journal"]

  let path: String
  let isKept: Bool
  /// The folder that was made for the file.
  private var folder: URL?

  /// Chooses the place; only a folder for temporary files is made yet.
  init(_ options: Options) throws {
    isKept = options.keepsDatabase || options.database != nil
    if let path = options.database {
      if FileManager.default.fileExists(atPath: path) {
        throw UsageError("\(path) exists already: the demo makes a database of its own")
      }
      self.path = path
    } else {
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("persistent-objects-demo-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      self.folder = folder
      path = folder.appendingPathComponent("packages.sqlite3").path
    }
  }

  /// A store on the file, with the demo's codecs.
  func openStore() throws -> Store {
    try Store(path: path, codecs: .demo)
  }

  /// Removes all that was made.
  func remove() {
    for companion in Self.companions {
      try? FileManager.default.removeItem(atPath: path + companion)
    }
    if let folder { try? FileManager.default.removeItem(at: folder) }
  }
}
