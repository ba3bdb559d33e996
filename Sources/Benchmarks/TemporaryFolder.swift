import Foundation

/// A folder that is removed together with its contents.
final class TemporaryFolder {
  private let url: URL
  private let leftover: UUID

  init() throws {
    let parent = FileManager.default.temporaryDirectory
    let url = parent.appending(path: "benchmarks-\(UUID().uuidString)")
    do {
      leftover = try Leftovers.add(on: .disk, removal: { try TemporaryFolder.remove(url) }) {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
      }
    } catch {
      throw NoFolder(parent: parent.path, reason: error.localizedDescription)
    }
    self.url = url
  }

  deinit { Leftovers.remove(leftover) }

  private static func remove(_ url: URL) throws {
    guard FileManager.default.fileExists(atPath: url.path) else { return }
    try FileManager.default.removeItem(at: url)
  }

  func path(_ name: String) -> String { url.appending(path: "\(name).sqlite3").path }

  private struct NoFolder: Error, CustomStringConvertible {
    let parent: String
    let reason: String

    var description: String {
      "no folder can be made in \(parent); set TMPDIR to one that can be written to. \(reason)"
    }
  }
}
