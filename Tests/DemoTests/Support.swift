import Foundation
import PersistentObjects

@testable import demo

/// A file that is removed with this value.
final class TemporaryFile {
  let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path

  init(_ text: String = "") throws {
    try text.write(toFile: path, atomically: false, encoding: .utf8)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var text: String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
}

/// Imports an index into a store in memory.
func importedStore(_ index: String) throws -> Store {
  let file = try TemporaryFile(index)
  let store = try Store(path: ":memory:", codecs: .demo)
  var reader = try ControlFileReader(path: file.path)
  var importer = Importer(store)
  while try importer.importBatch(from: &reader) {}
  var resolver = DependencyResolver(store)
  while try resolver.resolveBatch() {}
  return store
}
