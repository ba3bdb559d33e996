import PersistentObjectsNames

/// The name of something in SQL.
struct StoredName {
  let text: String
  /// Whether an attribute sets the name. Otherwise the class's naming strategy may choose another
  /// one.
  let isFixed: Bool

  /// - Parameters:
  ///   - fixed: the name that an attribute sets, if any.
  ///   - name: the name in Swift.
  init(_ fixed: String?, of name: Name) {
    text = fixed ?? StandardNaming.snakeCase(name.text)
    isFixed = fixed != nil
  }

  /// The expression that passes the name to the engine.
  var source: String { isFixed ? ".fixed(\(text.swiftLiteral))" : text.swiftLiteral }
}
