import SwiftDiagnostics
import SwiftSyntax

// Edits that repair a class.

extension FixIt {
  /// Turns another kind of type into a class.
  static func makeClass(_ keyword: TokenSyntax) -> FixIt {
    replace(keyword, by: TokenSyntax.keyword(.class), "make it a 'class'")
  }

  /// Makes a private declaration visible in its file.
  static func widen(_ modifier: DeclModifierSyntax) -> FixIt {
    replace(
      modifier, by: DeclModifierSyntax(name: .keyword(.fileprivate)), "make it 'fileprivate'")
  }

  /// Adds an initializer to a subclass. It sets those of the class's own properties that a
  /// generated one would set, and leaves the inherited ones to the user.
  static func addInit(to declaration: ClassDeclSyntax, for model: ClassModel) -> FixIt {
    let properties = model.properties.filter(\.isInMemberwiseInit)
    let parameters = properties.map(\.parameter) + ["<#inherited parameters#>"]
    let assignments = properties.map { "    self.\($0.name.source) = \($0.name.source)\n" }
    let text = """

        init(\(parameters.joined(separator: ", "))) {
      \(assignments.joined())    super.init(<#inherited arguments#>)
        }

      """
    var block = declaration.memberBlock
    block.rightBrace.leadingTrivia = block.rightBrace.leadingTrivia + Trivia.unexpected(text)
    return replace(declaration.memberBlock, by: block, "add an 'init'")
  }
}

extension Trivia {
  fileprivate static func unexpected(_ text: String) -> Trivia { [.unexpectedText(text)] }
}
