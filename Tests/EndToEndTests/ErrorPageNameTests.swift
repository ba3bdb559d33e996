import Foundation
import TestSupport
import Testing

/// The codes and calls in Documentation/Reference/Errors.md are those of the sources, and it leaves
/// no code out.
@Suite(.onSQLite) struct ErrorPageNameTests {
  @Test(arguments: [
    ("code", "Sources/Engine/Driver/Errors/PersistenceError+Code.swift"),
    ("`KeyedArchiveError.Code`", "Sources/KeyedArchive/Limits/KeyedArchiveError.swift"),
  ])
  func everyCodeHasOneRow(column: String, source: String) throws {
    let codes = try Self.text(source).matches(of: /static let (\w+) = Code\("(\w+)"\)/)
    #expect(codes.allSatisfy { $0.output.1 == $0.output.2 })
    #expect(try Self.names(under: column).sorted() == codes.map { String($0.output.1) }.sorted())
  }

  @Test func everyPrintedErrorHasACodeOfTheTables() throws {
    let codes = Set(try Self.names(under: "code"))
    let printed = try Self.blocks.filter { $0.hasPrefix("\n") }.flatMap {
      $0.split(separator: "\n")
    }
    #expect(printed.count > 50)
    for line in printed { #expect(codes.contains(String(line.prefix { $0 != ":" })), "\(line)") }
  }

  @Test func everyCallNamesADeclaration() throws {
    let called = try Self.calledNames
    #expect(called.isSuperset(of: ["refresh", "afterCommit"]))
    #expect(try called.subtracting(Self.declaredNames) == [])
  }

  // MARK: The page

  /// The names in the first cells of the tables whose first column has a title.
  private static func names(under title: String) throws -> [String] {
    let lines = try text(page).split(separator: "\n", omittingEmptySubsequences: false)
    let tables = lines.split { !$0.hasPrefix("|") }
    let rows = tables.filter { $0.first?.hasPrefix("| \(title) |") == true }.flatMap {
      $0.dropFirst()
    }
    return rows.flatMap { codeSpans(in: $0.split(separator: "|").first ?? "") }
  }

  /// The blocks of code, each after the name of its language.
  private static var blocks: [String] {
    get throws { try everyOther(from: 1, of: text(page).components(separatedBy: "```")) }
  }

  /// The names of members, functions and macros: two in `refresh(object, keeping: .changes)`.
  private static var calledNames: Set<String> {
    get throws {
      let prose = try everyOther(from: 0, of: text(page).components(separatedBy: "```")).joined()
      let names = codeSpans(in: prose).flatMap { span in
        span.matches(of: /(\w+)\(|\.([a-zA-Z]\w*)/).compactMap { $0.output.1 ?? $0.output.2 }
      }
      // Those of Swift.
      return Set(names.map(String.init)).subtracting(["init", "print"])
    }
  }

  private static func codeSpans(in text: some StringProtocol) -> [String] {
    everyOther(from: 1, of: text.components(separatedBy: "`"))
  }

  private static func everyOther(from start: Int, of parts: [String]) -> [String] {
    stride(from: start, to: parts.count, by: 2).map { parts[$0] }
  }

  // MARK: The sources

  /// The names that follow a keyword in the library.
  private static var declaredNames: Set<String> {
    get throws {
      let keywords: Set<Substring> = [
        "func", "var", "let", "case", "struct", "class", "enum", "protocol", "macro",
      ]
      let words = try library.utf8.split { !isInWord($0) }.map { Substring($0) }
      let pairs = zip(words, words.dropFirst())
      return Set(pairs.filter { keywords.contains($0.0) }.map { String($0.1) })
    }
  }

  private static func isInWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// The text of all modules that a program on SQLite uses.
  private static var library: String {
    get throws {
      let folders = ["Engine", "KeyedArchive", "Codecs", "SQLite", "PersistentObjects"]
      return try folders.flatMap { folder -> [String] in
        let path = root.appendingPathComponent("Sources/\(folder)").path
        return try FileManager.default.subpathsOfDirectory(atPath: path)
          .filter { $0.hasSuffix(".swift") }.map { try text("Sources/\(folder)/\($0)") }
      }.joined(separator: "\n")
    }
  }

  private static let page = "Documentation/Reference/Errors.md"
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }
}
