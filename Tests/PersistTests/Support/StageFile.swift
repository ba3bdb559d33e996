import Foundation
import PersistentObjects
import TestSupport
import Testing

@testable import PersistentObjectsCommandLine
@testable import persist

extension Stage {
  /// Runs words on a new stage, and returns the output on both streams.
  static func printed(_ words: String...) -> (status: ExitStatus, output: String, error: String) {
    let stage = Stage()
    let status = Program.persist.run(words, in: stage.surroundings)
    return (status, stage.output.text, stage.error.text)
  }
}

/// The file of a closed store, in a separate folder.
struct ClosedFile {
  let path: String
  var folder: String { (path as NSString).deletingLastPathComponent }

  /// Runs a test with the file of a store that `fill` has filled.
  static func with(
    _ fill: (Session) throws -> Void, _ body: (ClosedFile) throws -> Void
  ) throws {
    let file = try TemporaryFile()
    defer { file.remove() }
    try TemporaryStore.run(classes: Zoo.classes) { store, session in
      try session.transaction { try fill(session) }
      try store.store.blocking.backup(to: file.path)
    }
    try body(ClosedFile(path: file.path))
  }

  /// All files in the folder, with their bytes.
  var contents: [String: Data] {
    get throws {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      return try Dictionary(
        uniqueKeysWithValues: names.map {
          ($0, try Data(contentsOf: URL(filePath: folder + "/" + $0)))
        })
    }
  }
}
