import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

// Diagnostics for a misplaced `@Persistent`.

extension PersistentMacro {
  /// Returns the problem of an attribute on a declaration that is not a class.
  static func notAClass(_ declaration: some DeclGroupSyntax) -> Diagnostic {
    let keyword = declaration.introducer
    let article = ["actor", "enum", "extension"].contains(keyword.text) ? "an" : "a"
    let repairs = ["struct", "actor"].contains(keyword.text) ? [FixIt.makeClass(keyword)] : []
    return Diagnostic(
      node: keyword, message: Problem.notAClass("\(article) \(keyword.text)"), fixIts: repairs)
  }

  /// Returns the problem of a second `@Persistent`.
  static func duplicate(_ attribute: AttributeSyntax) -> Diagnostic {
    Diagnostic(
      node: attribute, message: Problem.duplicateAttribute(Generated.persistent),
      fixIts: [.remove(attribute, message: "remove the second '@\(Generated.persistent)'")])
  }

  /// Whether an attribute is the first of several, which differ only in their places.
  static func isFirst(
    _ attribute: AttributeSyntax, of attributes: [AttributeSyntax],
    in context: some MacroExpansionContext
  ) -> Bool {
    guard attributes.count > 1, let first = attributes.first else { return true }
    let own = context.location(of: attribute)
    let other = context.location(of: first)
    return own?.line.description == other?.line.description
      && own?.column.description == other?.column.description
  }
}
