import Foundation
import Testing

/// A folder of `Fixtures/Generated` with a model and its generated files.
///
/// With `RECORD_FIXTURES=1` in the environment, tests rewrite the folder instead; look at the
/// difference before you commit it.
struct GoldenFolder {
  let path: String
  var model: String { path + "/model.json" }

  init(_ name: String) {
    path =
      URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Fixtures/Generated/\(name)").standardized.path
  }

  /// Expects the files of a folder to equal those of this one.
  func expect(_ folder: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let files = try Self.files(in: folder)
    guard ProcessInfo.processInfo.environment["RECORD_FIXTURES"] == nil else {
      return try record(files)
    }
    let expected = try Self.files(in: path)
    #expect(files.keys.sorted() == expected.keys.sorted(), sourceLocation: sourceLocation)
    for (name, text) in files {
      #expect(
        text == expected[name], "\(name) differs; RECORD_FIXTURES=1 writes it anew",
        sourceLocation: sourceLocation)
    }
  }

  private func record(_ files: [String: String]) throws {
    for name in try Self.files(in: path).keys {
      try FileManager.default.removeItem(atPath: path + "/" + name)
    }
    for (name, text) in files {
      try text.write(toFile: path + "/" + name, atomically: true, encoding: .utf8)
    }
  }

  private static func files(in folder: String) throws -> [String: String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".swift") }
    return try Dictionary(
      uniqueKeysWithValues: names.map {
        ($0, try String(contentsOfFile: folder + "/" + $0, encoding: .utf8))
      })
  }
}
