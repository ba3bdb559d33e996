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
