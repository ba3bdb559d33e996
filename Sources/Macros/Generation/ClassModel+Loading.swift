extension ClassModel {
  /// The initializer that makes an object of a row.
  var loadingInit: String {
    """
    \(memberPrefix)required init(
      _loading row: inout \(Generated.module)._RowReader
    ) throws {
    \(lines(loadingStatements))
    }
    """
  }

  /// The method that writes an object to an INSERT statement.
  var storeMember: String {
    let superStore = superclass.map { _ in "try super.\(Generated.store)(into: &row)" }
    let statements = [superStore].compactMap(\.self) + writes
    return """
      \(overridablePrefix)func \(Generated.store)(
        into row: inout \(Generated.module)._RowWriter
      ) throws {
      \(lines(statements))
      }
      """
  }

  private var loadingStatements: [String] {
    guard !isBroken else { return ["fatalError()"] }
    return reads + [superInit].compactMap(\.self) + superInitHint
  }

  /// A comment at the end of an initializer that calls none of the superclass, where the compiler puts
  /// its error: the macro cannot see whether there is a superclass.
  var superInitHint: [String] {
    guard superclass == nil, inheritsSomething, !declared.superInit else { return [] }
    return ["// A superclass must be persistent, too, or have an 'init' without parameters."]
  }

  private var superInit: String? {
    if superclass != nil { return "try super.init(_loading: &row)" }
    return declared.superInit ? "super.init()" : nil
  }

  private var reads: [String] {
    properties.enumerated().map { position, property in
      let plain = property.type.isOptional ? "optionalValue" : "value"
      let function = property.isPlain ? plain : "slot"
      return "\(property.storage.source) = try row.\(function)(\(index(position)))"
    }
  }

  private var writes: [String] {
    guard !isBroken else { return [] }
    return properties.enumerated().filter { !$1.isDerived }.map { position, property in
      let plain = property.type.isOptional ? "optional: " : ""
      let label = property.isPlain ? plain : "slot: "
      return "try row.write(\(index(position)), \(label)\(property.storage.source))"
    }
  }

  /// Statements, one a line, as the body of a member.
  func lines(_ statements: [String], depth: Int = 1) -> String {
    statements.joined(separator: "\n").indented(by: 2 * depth)
  }
}
