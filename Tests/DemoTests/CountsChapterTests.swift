import Foundation
import PersistentObjects
import Testing

@testable import demo

@MainActor
@Suite struct CountsChapterTests {
  /// Fields go on in a second line, after a space, a tab or a comment; a package has a tag twice,
  /// and tags before its name; and the path needs quotes.
  private static let index = """
    Package: a
    Version: 1
    Depends: b (>= 1.0),
     c | d
    Tag: role::program, use::testing,
     role::program

    Tag: role::program,
    # use::nothing,
    \tuse::testing
    Package: b
    Version: 1
    Depends: c,
    # d,
    \td (<< 2), e

    """

  @Test func theShellCountsWhatTheDatabaseHolds() throws {
    let counts = try importedStore(Self.index).blocking.session { try IndexCounts(in: $0) }
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("it's \(UUID().uuidString)").path
    try Self.index.write(toFile: path, atomically: false, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let rows = CountsChapter(file: path).rows(counts)
    #expect(rows.map { $0[1] } == ["2", "5", "4"])
    #expect(try rows.map { try output(of: $0[2]) } == ["2", "5", "4"])
  }

  private func output(of command: String) throws -> String {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
