import Foundation
import Testing

/// A file of `Fixtures/Persist` that a test compares with.
///
/// With `RECORD_FIXTURES=1` in the environment, tests rewrite the files instead; look at the
/// difference before you commit it.
struct Fixture {
  let url: URL

  init(_ name: String) {
    url =
      URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Fixtures/Persist/\(name)").standardized
  }

  /// Expects the file to contain a text, or writes it.
  func expect(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    guard ProcessInfo.processInfo.environment["RECORD_FIXTURES"] == nil else {
      return try text.write(to: url, atomically: true, encoding: .utf8)
    }
    let expected = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    #expect(
      text == expected, "\(url.lastPathComponent) differs; RECORD_FIXTURES=1 writes it anew",
      sourceLocation: sourceLocation)
  }
}
