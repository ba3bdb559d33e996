import SwiftDiagnostics
import SwiftSyntax

/// The methods that a class can declare to be notified of what happens to its objects.
enum HookName: String, CaseIterable {
  case willSave, didSave, willInsert, didInsert, willUpdate, didUpdate, willDelete, didDelete
  case willRevert, didRevert, didLoad

  /// Makes the hook with the name of a function, if it is an instance method without parameters.
  init?(_ function: FunctionDeclSyntax) {
    guard let hook = HookName(rawValue: Name(function.name).text),
      function.signature.parameterClause.parameters.isEmpty,
      !function.modifiers.contains(where: \.isStatic)
    else { return nil }
    self = hook
  }

  /// Whether the hook can refuse what is about to happen.
  var mayThrow: Bool { rawValue.hasPrefix("will") }
}

/// A hook that a class declares.
struct DeclaredHook {
  let name: HookName
  let isThrowing: Bool
  let isOverride: Bool

  /// Makes the hook that a function declares; nil for a function that is not a hook.
  init?(_ function: FunctionDeclSyntax) {
    guard let name = HookName(function) else { return nil }
    self.name = name
    isThrowing = function.signature.effectSpecifiers?.throwsClause != nil
    isOverride = function.isOverride
  }
}

extension DeclModifierSyntax {
  var isStatic: Bool {
    [.keyword(.static), .keyword(.class)].contains(name.tokenKind)
  }

  var isIsolated: Bool { name.tokenKind == .keyword(.isolated) }
}

extension FunctionDeclSyntax {
  /// Returns the reason why a hook cannot be called, with its place and repairs; nil if it can.
  func obstacle(to hook: HookName) -> (problem: Problem, node: Syntax, repairs: [FixIt])? {
    if let actor = attributes.globalActor {
      let name = actor.attributeName.trimmedDescription
      return (
        .isolatedHook(hook, to: name), Syntax(actor),
        [.remove(actor, message: "remove '@\(name)'")]
      )
    }
    let effects = signature.effectSpecifiers
    if let specifier = effects?.asyncSpecifier {
      return (.asyncHook(hook), Syntax(specifier), [])
    }
    if let clause = effects?.throwsClause, !hook.mayThrow {
      return (.throwingHook(hook), Syntax(clause), [])
    }
    if let type = signature.returnClause?.type, !type.isWithoutValue {
      return (.returningHook(hook), Syntax(type), [])
    }
    return nil
  }
}

extension TypeSyntax {
  /// Whether the type is that of a function that returns no value.
  fileprivate var isWithoutValue: Bool { ["Void", "()", "Never"].contains(standardName) }
}
