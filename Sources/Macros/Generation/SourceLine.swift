import SwiftSyntax
import SwiftSyntaxMacros

/// A line of the user's source at which the compiler reports errors of generated code.
struct SourceLine {
  /// The path of the file, as Swift source.
  private let file: String
  private let line: String

  init?(of node: (some SyntaxProtocol)?, in context: some MacroExpansionContext) {
    guard let node,
      let place = context.location(of: node, at: .afterLeadingTrivia, filePathMode: .filePath)
    else { return nil }
    (file, line) = (place.file.trimmedDescription, place.line.trimmedDescription)
  }

  /// The directive before a generated line that stands for this one.
  var beginning: String { "#sourceLocation(file: \(file), line: \(line))" }

  /// The directive after such a line.
  static let end = "#sourceLocation()"
}
