extension ClassModel {
  /// The type property with the class's description, which subclasses override. It is safe: the
  /// description lives as long as the program.
  var entityMember: String {
    let type = "Swift.Unmanaged<\(Generated.module).EntityDescription>"
    return """
      @safe \(overridablePrefix)\(overridableStatic) var \(Generated.unretainedEntity): \(type) {
        unsafe .passUnretained(\(Generated.ownEntity))
      }
      """
  }

  /// The constant that holds the class's description.
  var ownEntityMember: String {
    "private static let \(Generated.ownEntity) = \(Generated.makeEntity)()"
  }

  /// The function that makes the description. It runs once, so it is not optimized: that would take
  /// a sixth of the time of compiling a class. With slots it is optimized, since collections are
  /// compiled for their types.
  var makeEntityMember: String {
    """
    \(properties.allSatisfy(\.isPlain) ? "@_optimize(none)\n" : "")\
    private static func \(Generated.makeEntity)() -> \(Generated.module).EntityDescription {
    \(lines(describedBefore + ["\(describedBefore.isEmpty ? "" : "return ")\(entityDescription)"]))
    }
    """
  }

  /// The statements that describe properties with codecs, at the lines of the properties: there,
  /// the compiler reports a codec of another type.
  private var describedBefore: [String] {
    if isBroken { return [] }
    return properties.filter { $0.column.codec != nil }.flatMap { property in
      [
        property.codecLine?.beginning,
        "let \(property.describedName.source) = \(property.description(in: name))",
        property.codecLine.map { _ in SourceLine.end },
      ].compactMap(\.self)
    }
  }

  /// Whether there are values without slots that the engine reads and replaces.
  private var exchangesValues: Bool { !isBroken && properties.contains(where: \.isPlain) }

  /// The function with which the engine reads and replaces values without slots. Language mode 5
  /// does not infer that it is sendable.
  var exchangeValueMember: String? {
    guard exchangesValues else { return nil }
    let cases = properties.enumerated().filter(\.element.isPlain).map { position, property in
      "case \(position): exchange(&object.\(property.storage.source))"
    }
    return """
      @Sendable private static func \(Generated.exchangeValue)(
        _ object: \(name.source), at position: Swift.Int, _ exchange: \(Generated.module)._ValueExchange
      ) {
        switch position {
      \(lines(cases))
        default: break
        }
      }
      """
  }

  private var entityDescription: String {
    """
    \(Generated.module).EntityDescription(
      \(name.source).self, className: \(qualifiedName.swiftLiteral), table: \(isAbstract ? "nil" : table.source),
      renamedFrom: \(renamedFrom.isEmpty ? "nil" : renamedFrom.swiftLiteral), isFinal: \(isFinal),
      superclass: \(superclass.map { "\($0).\(Generated.entity)" } ?? "nil"),
      keyPaths: \(Generated.keyPaths)(\(ownKeyPaths)), indices: \(indices),\(store)\(rulesAndHooks)
    \(exchangesValues ? "  exchange: \(Generated.exchangeValue),\n" : "")\
      properties: \(propertyList))
    """
  }

  /// The argument of the function that makes the key paths. That function is the class's own or, if
  /// the class adds nothing, its superclass's.
  private var ownKeyPaths: String { isFinal && !addsNothing ? "" : "of: \(name.source).self" }

  private var indices: String {
    declared.indices && !isBroken ? "\(name.source).\(Generated.indices)" : "[]"
  }

  private var store: String {
    guard let store = declared.store, !isBroken else { return "" }
    let member = "\(name.source).\(Generated.ownStore)"
    return "\n  store: { \(store == .throwing ? "try " : "")\(member) },"
  }

  private var propertyList: String {
    guard !isBroken, !properties.isEmpty else { return "[]" }
    let descriptions = properties.map { property in
      let isDescribedBefore = property.column.codec != nil
      let description =
        isDescribedBefore ? property.describedName.source : property.description(in: name)
      return "\(description),".indented(by: 4)
    }
    return "[\n" + descriptions.joined(separator: "\n") + "\n  ]"
  }
}
