import Foundation
import Testing

/// The demo shows calls as text; the same call must be next to it as code.
@Suite struct ShownCodeTests {
  struct ShownCode: Equatable {
    let code: String
    /// The closure that follows; nil if the code is shown without running it there.
    var body: String?
  }

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
    let words = Self.singleSpaced(text)
    for shown in Self.shownCode(in: text) {
      if let body = shown.body {
        #expect(body == shown.code || body.hasPrefix(shown.code + " return "), "\(shown.code)")
      } else {
        // Once as text and once as code.
        #expect(words.components(separatedBy: shown.code).count > 2, "\(shown.code)")
      }
    }
  }

  @Test func findsTheCalls() {
    #expect(Self.files.count > 10)
    #expect(
      Self.shownCode(in: "tour.call(#\"a(\"b\")\"#) { a { \"b\" } }; write(code: \"c\")")
        == [ShownCode(code: "a(\"b\")", body: "a { \"b\" }"), ShownCode(code: "c")])
  }

  /// The literals passed to `call`, `statements`, `code:` or `batchCode`, and the closures of
  /// calls.
  static func shownCode(in text: String) -> [ShownCode] {
    let literal = ##"(?:#"""(.*?)"""#|"""(.*?)"""|#"(.*?)"#|"((?:[^"\\]|\\.)*)")"##
    let start =
      #"(?:(\bwrite\(code:|batchCode =)|\bcall\(|\bstatements\(|\bcode:|\bcode =)\s*"#
    let pattern = try? NSRegularExpression(
      pattern: start + literal, options: .dotMatchesLineSeparators)
    let whole = NSRange(text.startIndex..., in: text)
    let matches = pattern?.matches(in: text, range: whole) ?? []
    return matches.compactMap { match in
      let literals = (2..<match.numberOfRanges).compactMap { Range(match.range(at: $0), in: text) }
      guard let code = literals.first else { return nil }
      let isRunElsewhere = Range(match.range(at: 1), in: text) != nil
      return ShownCode(
        code: singleSpaced(text[code]),
        body: isRunElsewhere ? nil : closure(in: text[code.upperBound...]))
    }
  }

  /// Returns the body of the first closure, with single spaces.
  private static func closure(in text: Substring) -> String {
    var depth = 0
    let body = text.drop { $0 != "{" }.dropFirst().prefix { character in
      if character == "{" { depth += 1 }
      if character == "}" { depth -= 1 }
      return depth >= 0
    }
    return singleSpaced(body)
  }

  private static func singleSpaced(_ text: some StringProtocol) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
