extension ClassModel {
  /// The engine's part of each object, which the root of a hierarchy declares.
  var objectMember: String? {
    guard superclass == nil else { return nil }
    return "\(memberPrefix)let \(Generated.object) = \(Generated.module)._ObjectState()"
  }

  /// The `deinit`. An object leaves its session before its properties are destroyed, since their
  /// deinitializers look for it there.
  var deinitMember: String? {
    declared.deinitializer ? nil : "deinit { \(Generated.leaving) }"
  }

  /// The number of properties before the class's own.
  var firstPropertyMember: String {
    let count = superclass.map { "\($0).\(Generated.propertyCount)" } ?? "0"
    return "private static var \(Generated.firstProperty): Swift.Int { \(count) }"
  }

  /// The number of properties, inherited ones included.
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
  /// They belong to a class that the caller chooses, since the key path of an inherited property
  /// differs between a class and its subclasses.
  var keyPathsMember: String {
    let subclass = Generated.subclassParameter
    let inherited = superclass.map { "\($0).\(Generated.keyPaths)(of: subclass) + " } ?? ""
    let own = isBroken ? [] : properties.map { keyPath(of: $0, in: subclass) }
    let separator = superclass == nil ? ", " : ",\n    "
    return """
      \(memberPrefix)static func \(Generated.keyPaths)<\(subclass): \(name.source)>(
        of subclass: \(subclass).Type
      ) -> [Swift.AnyKeyPath] {
        \(inherited)[\(own.joined(separator: separator))]
      }
      """
  }

  /// The key path of a property, with its type in a subclass: an inherited property that is
  /// declared again, with another type, would otherwise be an error here too.
  private func keyPath(of property: PropertyModel, in subclass: String) -> String {
    let keyPath = "\\\(subclass).\(property.name.source)"
    let type = "Swift.KeyPath<\(subclass), \(property.type.text)>"
    return superclass == nil ? keyPath : "\(keyPath) as \(type)"
  }
}
