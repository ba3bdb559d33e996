import SwiftSyntax

extension ClassDeclSyntax {
  /// Returns the property that a variable declares, if it is persistent and can have accessors.
  ///
  /// The compiler asks once per property, so this looks at the other properties as little as
  /// possible.
  ///
  /// - Parameters:
  ///   - variable: the declaration of the property.
  ///   - context: the declarations around the class, from the inside out.
  func persistentProperty(
    _ variable: VariableDeclSyntax, nested context: [Syntax]
  ) -> PropertyModel? {
    guard variable.isPersistent else { return nil }
    var classParser = ClassParser(self, in: context)
    var parser = PropertyParser()
    guard classParser.checkPlace(), let property = parser.parse(variable), property.hasStorage
    else {
      return nil
    }
    return declares(property.storage) ? nil : property
  }

  /// Whether all initializers that set a property are generated. Then it needs no init accessor,
  /// and Swift does not evaluate its default value in each initializer, such as the one that loads
  /// objects.
  func leavesInitialization(of property: PropertyModel) -> Bool {
    (property.isInMemberwiseInit || property.isDefaultInMemberwiseInit)
      && !memberBlock.members.flattened.contains {
        $0.as(InitializerDeclSyntax.self)?.isDesignated ?? false
      }
  }

  /// Returns the position of a property among the persistent properties of the class; nil for one
  /// inside an `#if`.
  func position(of property: VariableDeclSyntax) -> Int? {
    let name = property.names.first?.text
    // A static variable may have the same name.
    let persistent = memberBlock.members.lazy.compactMap { $0.decl.as(VariableDeclSyntax.self) }
      .filter(\.isPersistent)
    return persistent.enumerated().first { $0.element.names.first?.text == name }?.offset
  }

  /// Whether a member is a variable with a name. The text is searched first, which takes a fraction
  /// of the time of making a node for each member.
  private func declares(_ name: Name) -> Bool {
    guard memberBlock.contains(text: name.text) else { return false }
    return memberBlock.members.contains { member in
      let names = member.decl.as(VariableDeclSyntax.self)?.names ?? []
      return names.contains { Name($0).text == name.text }
    }
  }
}

extension SyntaxProtocol {
  /// Whether the source of the node contains a text.
  fileprivate func contains(text: String) -> Bool {
    let (source, text) = (syntaxTextBytes, Array(text.utf8))
    guard let first = text.first, source.count >= text.count else { return false }
    return (0...source.count - text.count).contains { start in
      source[start] == first && source[start...].starts(with: text)
    }
  }
}
