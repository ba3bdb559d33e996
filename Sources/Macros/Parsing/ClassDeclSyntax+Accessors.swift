import SwiftSyntax

extension ClassDeclSyntax {
  /// Whether a property is persistent and can be given accessors.
  ///
  /// The compiler asks once per property, so this looks at the others no more than it must.
  ///
  /// - Parameters:
  ///   - variable: the declaration of the property.
  ///   - context: what the class is nested in, from the inside out.
  func canPersist(_ variable: VariableDeclSyntax, nested context: [Syntax]) -> Bool {
    guard variable.isPersistent else { return false }
    var classParser = ClassParser(self, in: context)
    var parser = PropertyParser()
    guard classParser.checkPlace(), let property = parser.parse(variable), property.hasStorage
    else {
      return false
    }
    return !memberBlock.members.contains { member in
      member.decl.as(VariableDeclSyntax.self)?.names.contains {
        Name($0).text == property.storage.text
      } ?? false
    }
  }
}
