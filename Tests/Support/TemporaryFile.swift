import Foundation

/// A place for the file of a database, in a folder of its own.
public struct TemporaryFile: Sendable {
  /// The file's path; nothing is there yet.
  public let path: String
  private let folder: URL

  /// Makes the folder.
  public init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("persistent-objects-\(UUID().uuidString)")
    path = folder.appendingPathComponent("test.sqlite3").path
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// Removes the folder, with what lies beside the file.
  public func remove() { try? FileManager.default.removeItem(at: folder) }

  /// Copies the file to a place of its own, without its log.
  public func copy() throws -> TemporaryFile {
    let copy = try TemporaryFile()
    try FileManager.default.copyItem(atPath: path, toPath: copy.path)
    return copy
  }
}
