extension PersistenceError {
  /// Returns the name of a type, qualified by the types that enclose it but without modules:
  /// `Optional<Shop.Order>`.
  package static func name(of type: Any.Type) -> String {
    String(reflecting: type).replacing(privateContext, with: "")
      .replacing(/[\w.]+/) { withoutModule($0.output) }
  }

  /// The part of a private type's name that differs from run to run.
  private static var privateContext: Regex<Substring> { /\(unknown context at \$[0-9a-f]+\)\./ }

  /// Returns `Shop.Order` for `Module.Shop.Order`.
  private static func withoutModule(_ path: Substring) -> Substring {
    guard let dot = path.firstIndex(of: "."), dot != path.startIndex else { return path }
    return path[path.index(after: dot)...]
  }
}
