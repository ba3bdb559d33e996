import Foundation

/// A folder that is removed together with its contents.
final class TemporaryFolder {
  private let url = FileManager.default.temporaryDirectory
    .appending(path: "benchmarks-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: "\(name).sqlite3").path }
}
