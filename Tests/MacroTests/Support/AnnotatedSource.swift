import SwiftDiagnostics
import SwiftSyntax

/// A source text with comments under each line on the macros' diagnostics for it:
///
/// ```swift
/// @Persistent struct Point {
/// // expected-error@13 {{'@Persistent' needs a class, …}}
/// // fix-it {{make it a 'class'}}
/// // | @Persistent class Point {
/// ```
///
/// The number is the column. A fix-it is followed by the lines that it changes, in their new form.
struct AnnotatedSource {
  /// The source without such comments.
  let bare: String

  init(_ text: String) {
    bare = text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { line in !Self.markers.contains { line.hasPrefix($0) } }
      .joined(separator: "\n")
  }

  private static let markers = ["// expected-", "// fix-it", "// |"]

  /// The source with comments on the diagnostics of an expansion of it.
  func annotated(with expansion: Expansion) -> String {
    var comments: [Int: [String]] = [:]
    for diagnostic in expansion.diagnostics {
      let place = expansion.location(of: diagnostic.position, in: diagnostic.node)
      comments[place.line, default: []] += self.comments(
        on: diagnostic, column: place.column, expansion: expansion)
    }
    let lines = bare.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().flatMap { [String($1)] + (comments[$0 + 1] ?? []) }
      .joined(separator: "\n")
  }

  private func comments(
    on diagnostic: Diagnostic, column: Int, expansion: Expansion
  ) -> [String] {
    let severity = diagnostic.diagMessage.severity
    let head = "// expected-\(severity)@\(column) {{\(diagnostic.message)}}"
    return [head]
      + diagnostic.fixIts.flatMap { fixIt in
        let fixed = expansion.applying(fixIt, to: bare)
        return ["// fix-it {{\(fixIt.message.message)}}"]
          + changedLines(in: fixed).map { "// | \($0)" }
      }
  }

  /// The lines of another version of the source that differ from those at the same place in this
  /// one.
  private func changedLines(in other: String) -> [Substring] {
    let old = bare.split(separator: "\n", omittingEmptySubsequences: false)
    let new = other.split(separator: "\n", omittingEmptySubsequences: false)
    let head = zip(old, new).prefix { $0 == $1 }.count
    let tail = zip(old.dropFirst(head).reversed(), new.dropFirst(head).reversed())
      .prefix { $0 == $1 }.count
    return Array(new[head..<max(head, new.count - tail)])
  }
}
