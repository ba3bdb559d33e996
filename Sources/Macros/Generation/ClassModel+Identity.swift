extension ClassModel {
  /// The engine's part of each object, which the root of a hierarchy declares.
  var objectMember: String? {
    guard superclass == nil else { return nil }
    return "\(memberPrefix)let \(Generated.object) = \(Generated.module)._ObjectState()"
  }

  /// An object leaves its session before its properties die, and what dies with them looks for it there.
  var deinitMember: String? {
    declared.deinitializer ? nil : "deinit { \(Generated.leaving) }"
  }

  /// How many properties come before the class's own.
  var firstPropertyMember: String {
    let count = superclass.map { "\($0).\(Generated.propertyCount)" } ?? "0"
    return "private static var \(Generated.firstProperty): Swift.Int { \(count) }"
  }

  /// How many properties there are, inherited ones included.
  var propertyCountMember: String {
    let inherited = superclass.map { "\($0).\(Generated.propertyCount) + " } ?? ""
    return """
      \(overridablePrefix)\(overridableStatic) var \(Generated.propertyCount): Swift.Int {
        \(inherited)\(properties.count)
      }
      """
  }

  /// The key paths of all properties, inherited ones first.
  ///
  /// They are those of a class that the caller chooses, since the key path of an inherited property
  /// differs between a class and its subclasses.
  var keyPathsMember: String {
    let subclass = Generated.subclassParameter
    let inherited = superclass.map { "\($0).\(Generated.keyPaths)(of: subclass) + " } ?? ""
    let own = isBroken ? [] : properties.map { "\\\(subclass).\($0.name.source)" }
    return """
      \(memberPrefix)static func \(Generated.keyPaths)<\(subclass): \(name.source)>(
        of subclass: \(subclass).Type
      ) -> [Swift.AnyKeyPath] {
        \(inherited)[\(own.joined(separator: ", "))]
      }
      """
  }
}
