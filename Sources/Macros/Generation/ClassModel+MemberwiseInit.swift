extension ClassModel {
  /// The initializer with a parameter for each property, and the declarations that its default
  /// values need. Empty if the class has its own initializer.
  ///
  /// Private properties with a default value have no parameters, nor do times and versions that the
  /// engine always sets, nor inverses.
  var memberwiseInitMembers: [String] {
    guard superclass == nil, !declared.designatedInit else { return [] }
    let parameters = properties.filter(\.isInMemberwiseInit)
    let access = memberwiseAccess(parameters)
    let separate = access > .internal ? parameters.filter(\.needsPublicDefault) : []
    return [memberwiseInit(parameters, access: access)] + endOfSuperInitLine
      + separate.map { publicDefault(of: $0, access: access) }
  }

  private func memberwiseInit(_ parameters: [PropertyModel], access: AccessLevel) -> String {
    let list = parameters.map { property in
      let isSeparate = access > .internal && property.needsPublicDefault
      let value =
        isSeparate ? "\(name.source).\(property.publicDefault)" : property.defaultArgument
      return "\n  " + property.parameter(default: value)
    }
    let assignments = properties.compactMap(\.memberwiseAssignment)
    // Skip this if there may be a superclass that is not initialized yet; then the next save does
    // it.
    let tells = !inheritsSomething && parameters.contains(where: \.mayRefer)
    let telling = tells ? ["\(Generated.object).made(self)"] : []
    // The superclass, which the macro cannot see, may have an initializer with the same parameters.
    let attribute = inheritsSomething ? "@_nonoverride\n" : ""
    return """
      \(attribute)\(access.prefix)init(\(list.joined(separator: ","))\(list.isEmpty ? "" : "\n")) {
      \(lines(isBroken ? ["fatalError()"] : assignments + telling + plainSuperInit))
      }
      """
  }

  /// Returns the property with a default value that is evaluated in the class's module. The default
  /// argument of a public initializer cannot name anything internal.
  private func publicDefault(of property: PropertyModel, access: AccessLevel) -> String {
    // What can be used from public inlined code cannot have a type that only the package sees.
    let prefix = access == .package ? access.prefix : "@usableFromInline\n"
    return """
      \(prefix)static var \(property.publicDefault): \(property.type.text) {
        \(property.defaultArgument ?? "nil")
      }
      """
  }

  /// Returns the class's access level, lowered to that of each property whose type may be less
  /// visible.
  private func memberwiseAccess(_ parameters: [PropertyModel]) -> AccessLevel {
    let limits = parameters.filter { !$0.type.isValue }.map(\.access)
    return min(access, .public, limits.min() ?? .public)
  }
}

extension PropertyModel {
  /// Whether the generated initializer sets the property.
  var isInMemberwiseInit: Bool {
    if isDerived || isEngines { return false }
    return access > .fileprivate || !isOptionalInInit
  }

  /// Whether the generated initializer sets the property to its default value, without a parameter.
  /// A version keeps its init accessor, which does so.
  var isDefaultInMemberwiseInit: Bool {
    defaultValue != nil && !isInMemberwiseInit && !column.isVersion
  }

  /// The statement that sets the property in the generated initializer, if there is one.
  fileprivate var memberwiseAssignment: String? {
    if isInMemberwiseInit { return "self.\(storage.source) = \(stored(name.source))" }
    guard isDefaultInMemberwiseInit, let defaultValue else { return nil }
    // With the type, the default value means the same as in the declaration.
    return "self.\(storage.source) = "
      + (isPlain ? defaultValue : "\(slotType)(\(defaultValue))")
  }

  /// The default value as that of a parameter. The initial value of a property with an error may
  /// refer to the object, as that of a lazy one.
  fileprivate var defaultArgument: String? {
    isSound ? defaultValue : defaultValue.map { _ in "{ Swift.fatalError() }()" }
  }

  fileprivate var needsPublicDefault: Bool { !isDefaultLiteral }

  fileprivate var publicDefault: String { Generated.publicDefault(of: name).source }
}
