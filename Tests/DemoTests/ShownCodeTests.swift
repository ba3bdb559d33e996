import Foundation
import Testing

/// The demo shows calls as text; the same call must be next to it as code.
@Suite struct ShownCodeTests {
  static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Sources/Demo").standardized

  static let files = ["Chapters", "Import"].flatMap { folder in
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: sources.appendingPathComponent(folder).path)
    return (names ?? []).sorted().map { "\(folder)/\($0)" }
  }

  @Test(arguments: files)
  func everyCallThatIsShownIsMade(file: String) throws {
    let text = try String(contentsOf: Self.sources.appendingPathComponent(file), encoding: .utf8)
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for code in Self.shownCode(in: text) {
      // Once as text and once as code.
      #expect(words.components(separatedBy: code).count > 2, "\(code)")
    }
  }

  @Test func findsTheCalls() {
    #expect(Self.files.count > 10)
    #expect(
      Self.shownCode(in: "tour.call(#\"a(\"b\")\"#) { a(\"b\") }; write(code: \"c\")")
        == ["a(\"b\")", "c"])
  }

  /// The literals passed to `call`, `statements`, `code:` or `batchCode`, with single spaces.
  static func shownCode(in text: String) -> [String] {
    let literal = ##"(?:#"""(.*?)"""#|"""(.*?)"""|#"(.*?)"#|"((?:[^"\\]|\\.)*)")"##
    let start = #"(?:\bcall\(|\bstatements\(|\bcode:|\bcode =|batchCode =)\s*"#
    let pattern = try? NSRegularExpression(
      pattern: start + literal, options: .dotMatchesLineSeparators)
    let whole = NSRange(text.startIndex..., in: text)
    let matches = pattern?.matches(in: text, range: whole) ?? []
    return matches.compactMap { match in
      let groups = (1..<match.numberOfRanges).compactMap { Range(match.range(at: $0), in: text) }
      return groups.first.map {
        text[$0].split(whereSeparator: \.isWhitespace).joined(separator: " ")
      }
    }
  }
}
