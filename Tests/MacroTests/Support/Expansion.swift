import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros

/// A source text, expanded in this process as the compiler would expand it.
struct Expansion {
  /// The source with all macros expanded.
  let text: String
  let diagnostics: [Diagnostic]
  private let context: BasicMacroExpansionContext

  /// - Parameters:
  ///   - source: the text of a file.
  ///   - inherits: whether the compiler would find that classes already conform by inheritance.
  init(_ source: String, inherits: Bool = false) {
    let (once, context) = Self.expand(source, macros: Self.marks(inherits: inherits))
    // The library finds macros only by their unqualified names; the compiler also knows modules.
    let unqualified = once.replacing("@PersistentObjects._", with: "@_")
    text = Self.expand(unqualified, macros: Self.placed).text
    diagnostics = context.diagnostics
    self.context = context
  }

  private static func expand(
    _ source: String, macros: [String: MacroSpec]
  ) -> (text: String, context: BasicMacroExpansionContext) {
    let file = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(
      sourceFiles: [file: .init(moduleName: "Fixture", fullFilePath: "Fixture.swift")])
    let expanded = file.expand(
      macroSpecs: macros,
      contextGenerator: {
        BasicMacroExpansionContext(
          sharingWith: context, lexicalContext: $0.allMacroLexicalContexts())
      },
      indentationWidth: .spaces(2))
    return (expanded.description, context)
  }

  /// The attributes that `@Persistent` adds to members.
  private static let placed = [
    "_Persisted": MacroSpec(type: PersistedMacro.self),
    "_LeavesSession": MacroSpec(type: LeavesSessionMacro.self),
  ]

  private static func marks(inherits: Bool) -> [String: MacroSpec] {
    let conformances: [TypeSyntax] = inherits ? [] : ["PersistentObject", "Equatable", "Hashable"]
    return [
      "Persistent": MacroSpec(type: PersistentMacro.self, conformances: conformances),
      "Embeddable": MacroSpec(
        type: EmbeddableMacro.self, conformances: ["Embeddable", "_EmbeddableEnum"]),
      "Column": MacroSpec(type: ColumnMacro.self),
      "Transient": MacroSpec(type: TransientMacro.self),
      "Inverse": MacroSpec(type: InverseMacro.self),
    ]
  }

  /// The location of a source node that a macro saw without its context.
  func location(of position: AbsolutePosition, in node: Syntax) -> SourceLocation {
    context.location(for: position, anchoredAt: node, fileName: "Fixture.swift")
  }

  /// The source with one fix-it applied.
  func applying(_ fixIt: FixIt, to source: String) -> String {
    var bytes = Array(source.utf8)
    for case .replace(let old, let new) in fixIt.changes {
      let start = location(of: old.positionAfterSkippingLeadingTrivia, in: old).offset
      let first = start - old.leadingTriviaLength.utf8Length
      bytes.replaceSubrange(first..<first + old.totalLength.utf8Length, with: new.description.utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
