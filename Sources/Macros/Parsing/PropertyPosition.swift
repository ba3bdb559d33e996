import SwiftSyntax

/// The position of a property among the persistent properties of its class.
///
/// The compiler needs it once per property, so this reads no more of the others than necessary.
struct PropertyPosition {
  let index: Int

  /// Finds the position; nil for a property that can have no accessors.
  init?(
    of variable: VariableDeclSyntax, in declaration: ClassDeclSyntax, nested context: [Syntax]
  ) {
    var classParser = ClassParser(declaration, in: context)
    var parser = PropertyParser()
    guard classParser.checkPlace(), let property = parser.parse(variable), property.isSound else {
      return nil
    }
    let variables = declaration.memberBlock.members.lazy
      .compactMap { $0.decl.as(VariableDeclSyntax.self) }
    let isStorageTaken = variables.contains { other in
      other.names.contains { Name($0).text == property.storage.text }
    }
    guard !isStorageTaken else { return nil }
    index =
      variables.prefix { $0.names.first.map(Name.init) != property.name }
      .count { $0.isPersistent }
  }
}
