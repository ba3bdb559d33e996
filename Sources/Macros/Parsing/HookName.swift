import SwiftSyntax

/// The methods that a class may declare to be told of what happens to its objects.
enum HookName: String, CaseIterable {
  case willSave, didSave, willInsert, didInsert, willUpdate, didUpdate, willDelete, didDelete
  case willRevert, didRevert, didLoad

  /// The hook that a function is by its name, if it has no parameters and belongs to objects.
  init?(_ function: FunctionDeclSyntax) {
    guard let hook = HookName(rawValue: Name(function.name).text),
      function.signature.parameterClause.parameters.isEmpty,
      !function.modifiers.contains(where: \.isStatic)
    else { return nil }
    self = hook
  }

  /// Whether it can refuse what is about to happen.
  var mayThrow: Bool { rawValue.hasPrefix("will") }
}

/// A hook that a class declares.
struct DeclaredHook {
  let name: HookName
  let isThrowing: Bool

  /// Recognizes a hook; nil for a function that is none.
  init?(_ function: FunctionDeclSyntax) {
    guard let name = HookName(function) else { return nil }
    self.name = name
    isThrowing = function.signature.effectSpecifiers?.throwsClause != nil
  }
}

extension DeclModifierSyntax {
  fileprivate var isStatic: Bool {
    [.keyword(.static), .keyword(.class)].contains(name.tokenKind)
  }
}

extension FunctionDeclSyntax {
  /// The reason why a hook cannot be called, with its place, or nil.
  func obstacle(to hook: HookName) -> (problem: Problem, node: Syntax)? {
    let effects = signature.effectSpecifiers
    if let specifier = effects?.asyncSpecifier {
      return (.asyncHook(hook), Syntax(specifier))
    }
    if let clause = effects?.throwsClause, !hook.mayThrow {
      return (.throwingHook(hook), Syntax(clause))
    }
    return nil
  }
}
