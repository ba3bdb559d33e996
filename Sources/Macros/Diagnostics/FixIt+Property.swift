import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

// Edits that repair one property.

extension FixIt {
  /// Turns a constant into a variable.
  static func makeVariable(_ variable: VariableDeclSyntax) -> FixIt {
    replace(
      variable.bindingSpecifier, by: TokenSyntax.keyword(.var), "make it a 'var'")
  }

  /// Puts `@Transient` before a declaration.
  static func addTransient(to variable: VariableDeclSyntax) -> FixIt {
    var marked = variable
    marked.leadingTrivia = []
    var attribute = AttributeSyntax("@\(raw: Generated.transient)")
    attribute.trailingTrivia = .space
    marked.attributes = [.attribute(attribute)] + marked.attributes
    return replace(variable, by: marked, "add '@\(Generated.transient)'")
  }

  /// Writes a type after a property's name.
  static func annotate(_ binding: PatternBindingSyntax, with type: String) -> FixIt {
    var annotated = binding
    annotated.pattern.trailingTrivia = []
    annotated.typeAnnotation = TypeAnnotationSyntax(
      colon: .colonToken(trailingTrivia: .space), type: TypeSyntax("\(raw: type)"),
      trailingTrivia: binding.pattern.trailingTrivia)
    return replace(binding, by: annotated, "write the type")
  }

  /// Adds a placeholder for a default value to a property.
  static func addDefault(to binding: PatternBindingSyntax) -> FixIt {
    var complete = binding.trimmed
    complete.initializer = InitializerClauseSyntax(
      equal: .equalToken(leadingTrivia: .space, trailingTrivia: .space),
      value: ExprSyntax("<#value#>"))
    return replace(binding, by: complete, "add a default value")
  }

  /// Declares each of several properties on a separate line; nil if they share more than a type.
  static func split(_ variable: VariableDeclSyntax) -> FixIt? {
    var type: TypeAnnotationSyntax?
    var lines: [String] = []
    for binding in variable.bindings.reversed() {
      type = binding.typeAnnotation ?? (binding.initializer == nil ? type : nil)
      var single = binding.trimmed
      single.trailingComma = nil
      single.typeAnnotation = type
      single.pattern.trailingTrivia = type == nil ? single.pattern.trailingTrivia : []
      lines.insert(single.trimmedDescription, at: 0)
    }
    var head = variable.trimmed
    head.bindings = []
    let indentation = variable.leadingTrivia.indentation
    let text = lines.map { "\(head.trimmedDescription) \($0)" }.joined(
      separator: "\n\(indentation)")
    return replace(variable, by: DeclSyntax("\(raw: text)"), "declare them one by one")
  }
}

extension Trivia {
  /// The white space after the last line break.
  fileprivate var indentation: String {
    let text = description
    return String(
      text.suffix(from: text.lastIndex(of: "\n").map(text.index(after:)) ?? text.startIndex))
  }
}
