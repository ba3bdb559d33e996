import SwiftSyntax

// Calls of a superclass's initializers.

extension InitializerDeclSyntax {
  var isDesignated: Bool {
    !modifiers.contains { $0.name.tokenKind == .keyword(.convenience) }
  }

  /// The calls of an initializer of the superclass.
  var superInits: [FunctionCallExprSyntax] {
    let finder = SuperInitFinder(viewMode: .sourceAccurate)
    finder.walk(self)
    return finder.calls
  }
}

extension FunctionCallExprSyntax {
  var hasArguments: Bool { !arguments.isEmpty || trailingClosure != nil }

  var isTried: Bool { parent?.is(TryExprSyntax.self) ?? false }
}

private final class SuperInitFinder: SyntaxVisitor {
  var calls: [FunctionCallExprSyntax] = []

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let callee = node.calledExpression.as(MemberAccessExprSyntax.self)
    if callee?.base?.is(SuperExprSyntax.self) == true,
      callee?.declName.baseName.tokenKind == .keyword(.`init`)
    {
      calls.append(node)
    }
    return .visitChildren
  }
}
