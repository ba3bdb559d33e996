import SwiftSyntax

// Generated code goes to the compiler as text, and is parsed there. So the nodes that macros return
// hold all of it in one token: parsing it here, too, would take half of the plug-in's time.

extension DeclSyntax {
  init(generated text: String) {
    self.init(MissingDeclSyntax(placeholder: .identifier(text)))
  }
}

extension AccessorDeclSyntax {
  init(generated text: String) {
    self.init(accessorSpecifier: .identifier(text))
  }
}
