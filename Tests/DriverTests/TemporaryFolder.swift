import Foundation
import PersistentObjectsSQLite

/// A folder for databases, removed at the end.
final class TemporaryFolder: Sendable {
  private let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "driver-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The names of the files in the folder.
  var files: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
  }

  func path(_ name: String) -> String { url.appending(path: name).path }

  /// A database in the folder that is not synced to disk.
  func configuration(_ name: String) -> SQLiteConfiguration {
    var configuration = SQLiteConfiguration(path: path(name))
    configuration.synchronous = .off
    return configuration
  }
}
