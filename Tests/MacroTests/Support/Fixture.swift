import Foundation
import Testing

/// A file of `Fixtures/` that a test compares with.
///
/// With `RECORD_FIXTURES=1` in the environment, tests rewrite the files instead; look at the
/// difference before you commit it.
struct Fixture: CustomTestStringConvertible, Sendable {
  let url: URL

  var testDescription: String { url.lastPathComponent }

  /// The Swift files of a folder of `Fixtures/`, without those that hold expected results.
  static func all(in folder: String) -> [Fixture] {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Fixtures/\(folder)").standardized
    let files = try? FileManager.default.contentsOfDirectory(
      at: root, includingPropertiesForKeys: nil)
    let fixtures = (files ?? [])
      .filter { $0.pathExtension == "swift" && !$0.lastPathComponent.contains(".expanded.") }
      .sorted { $0.path < $1.path }
      .map(Fixture.init)
    // Otherwise the tests would pass without any.
    precondition(!fixtures.isEmpty, "\(root.path) is missing")
    return fixtures
  }

  /// The file with the expansion of this one.
  var expanded: Fixture {
    Fixture(url: url.deletingPathExtension().appendingPathExtension("expanded.swift"))
  }

  func text() throws -> String { try String(contentsOf: url, encoding: .utf8) }

  /// Expects the file to contain a text, or writes it.
  func expect(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    guard ProcessInfo.processInfo.environment["RECORD_FIXTURES"] == nil else {
      return try text.write(to: url, atomically: true, encoding: .utf8)
    }
    let expected = (try? self.text()) ?? ""
    #expect(
      text == expected, "\(url.lastPathComponent) differs; RECORD_FIXTURES=1 writes it anew",
      sourceLocation: sourceLocation)
  }

  /// Whether the classes in the file inherit their conformance. A comment in the file says so,
  /// since only the compiler could find out.
  func inherits() throws -> Bool { try text().hasPrefix("// inherits") }
}
