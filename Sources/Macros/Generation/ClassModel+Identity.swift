extension ClassModel {
  /// The engine's part of each object, which the root of a hierarchy declares.
  var objectMember: String? {
    guard superclass == nil else { return nil }
    return "\(memberPrefix)let \(Generated.object) = \(Generated.module)._ObjectState()"
  }

  /// The `deinit` of the class. An object leaves its session before its properties are released,
  /// since objects released with them look for it there.
  var deinitMember: String? {
    declared.deinitializer ? nil : "deinit { \(Generated.leaving) }"
  }

  /// The indices of the class's own properties among all properties. Those of the superclass come
  /// first.
  var indexMember: String? {
    guard inheritsSomething else { return nil }
    let constants = properties.enumerated().filter(\.element.hasStorage).map { position, property in
      "static var \(property.name.source): Swift.Int { \(index(at: position)) }"
    }
    return """
      private enum \(Generated.index) {
      \(lines(constants))
      }
      """
  }

  private func index(at position: Int) -> String {
    guard let superclass else { return "\(position)" }
    let first = "\(superclass).\(Generated.propertyCount)"
    return position == 0 ? first : "\(first) + \(position)"
  }

  /// Returns the expression for a property's index: a number if the class inherits no properties.
  func index(of property: PropertyModel) -> String {
    let position = properties.firstIndex { $0.name.text == property.name.text }
    return superclass == nil ? "\(position ?? 0)" : property.index(in: name)
  }

  /// The number of properties, including inherited ones.
  var propertyCountMember: String {
    let inherited = superclass.map { "\($0).\(Generated.propertyCount) + " } ?? ""
    return """
      \(overridablePrefix)\(overridableStatic) var \(Generated.propertyCount): Swift.Int {
        \(inherited)\(properties.count)
      }
      """
  }

  /// The function that makes the key paths of all properties, inherited ones first.
  ///
  /// Their root is a class that the caller chooses, since the key path of an inherited property
  /// differs between a class and its subclasses. For a final class, it is the class itself: a
  /// generic parameter would take a tenth of the time of compiling a class.
  var keyPathsMember: String {
    let own = isBroken ? [] : properties.map { keyPath(of: $0, in: keyPathRoot) }
    let separator = superclass == nil ? ", " : ",\n    "
    return """
      \(keyPathsHead) -> [Swift.AnyKeyPath] {
        \(inheritedKeyPaths)[\(own.joined(separator: separator))]
      }
      """
  }

  private var keyPathRoot: String { isFinal ? name.source : Generated.subclassParameter }

  private var keyPathsHead: String {
    if isFinal { return "private static func \(Generated.keyPaths)()" }
    return """
      \(memberPrefix)static func \(Generated.keyPaths)<\(keyPathRoot): \(name.source)>(
        of subclass: \(keyPathRoot).Type
      )
      """
  }

  private var inheritedKeyPaths: String {
    let subclass = isFinal ? "\(name.source).self" : "subclass"
    return superclass.map { "\($0).\(Generated.keyPaths)(of: \(subclass)) + " } ?? ""
  }

  /// Returns a key path, with its type if there is a superclass. Without the type, an inherited
  /// property that is declared again with another type would be an error here, too.
  private func keyPath(of property: PropertyModel, in subclass: String) -> String {
    let keyPath = "\\\(subclass).\(property.name.source)"
    let type = "Swift.KeyPath<\(subclass), \(property.type.text)>"
    return superclass == nil ? keyPath : "\(keyPath) as \(type)"
  }
}
