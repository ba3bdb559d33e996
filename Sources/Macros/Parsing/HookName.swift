import SwiftSyntax

/// The methods that a class may declare to be told of events of its objects.
enum HookName: String, CaseIterable {
  case willSave, didSave, willInsert, didInsert, willUpdate, didUpdate, willDelete, didDelete
  case willRevert, didRevert, didLoad

  /// The hook with the name of a function, if the function has no parameters and is an instance
  /// method.
  init?(_ function: FunctionDeclSyntax) {
    guard let hook = HookName(rawValue: Name(function.name).text),
      function.signature.parameterClause.parameters.isEmpty,
      !function.modifiers.contains(where: \.isStatic)
    else { return nil }
    self = hook
  }

  /// Whether it can refuse the coming event.
  var mayThrow: Bool { rawValue.hasPrefix("will") }
}

/// A hook that a class declares.
struct DeclaredHook {
  let name: HookName
  let isThrowing: Bool

  /// The hook that a function declares; nil if it is not one.
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
  /// The problem that prevents calling a hook, with its place; nil if there is none.
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
