import Foundation

/// A path for a database file in a separate folder.
public struct TemporaryFile: Sendable {
  /// The file's path; the file does not exist yet.
  public let path: String
  private let folder: URL

  /// Makes the folder.
  public init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("persistent-objects-\(UUID().uuidString)")
    path = folder.appendingPathComponent("test.sqlite3").path
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// Removes the folder, with the database and all files beside it.
  public func remove() { try? FileManager.default.removeItem(at: folder) }

  /// Copies the file to a separate place, without its log.
  public func copy() throws -> TemporaryFile {
    let copy = try TemporaryFile()
    try FileManager.default.copyItem(atPath: path, toPath: copy.path)
    return copy
  }
}
