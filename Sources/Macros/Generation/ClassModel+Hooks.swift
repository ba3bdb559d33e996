extension ClassModel {
  /// The rules and hooks in the description; empty for a class that has none, or has errors.
  var rulesAndHooks: String {
    if isBroken { return "" }
    let rules = declared.rules ? " rules: \(name.source).\(Generated.rules)," : ""
    if declared.hooks.isEmpty { return rules }
    let calls = declared.hooks.map { hook in
      let arguments = hook.isOverride ? ".\(hook.name), isOverride: true" : ".\(hook.name)"
      return "\n    .init(\(arguments)) { \(hook.isThrowing ? "try " : "")$0.\(hook.name)() },"
    }
    return rules + "\n  hooks: [\(calls.joined())\n  ],"
  }
}

extension ClassModel {
  /// Private members with the names of the hooks, rules and indices that the class does not
  /// declare. Nothing uses them; but with them it is an error to declare these in an extension,
  /// where they would have no effect. A subclass has none, since it may inherit such members.
  var reservedMembers: String? {
    guard superclass == nil else { return nil }
    let taken = declared.taken.union(properties.map(\.name.text))
    let hooks = HookName.allCases.filter { !taken.contains($0.rawValue) }.map {
      "private \(isFinal ? "" : "final ")func \($0)() {}  // \(Self.advice)"
    }
    let types = [Generated.rules, Generated.indices].filter { !declared.statics.contains($0) }.map {
      "private static var \($0): Swift.Never { Swift.fatalError() }  // \(Self.advice)"
    }
    return (hooks + types).joined(separator: "\n")
  }

  /// The compiler shows this with the error.
  private static var advice: String {
    "declare this in the class, not in an extension: '@Persistent' sees only the class"
  }
}
