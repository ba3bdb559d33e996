extension ClassModel {
  /// The initializer that makes an object from a row. A class that adds nothing and declares no
  /// designated initializer has none, so that it inherits all initializers of its superclass.
  var loadingInitMembers: [String] {
    addsNothing && !declared.designatedInit ? [] : [loadingInit] + endOfSuperInitLine
  }

  /// The initializer that makes an object from a row. As a disfavored one, it is not the one whose
  /// arguments the compiler misses in a call.
  private var loadingInit: String {
    """
    @_disfavoredOverload
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
    return reads + (superclass == nil ? plainSuperInit : ["try super.init(_loading: &row)"])
  }

  /// The end of an initializer of a class whose superclass may not be persistent: the call of the
  /// superclass's `init`, written here or by the compiler. Its errors are reported at the user's
  /// line.
  var plainSuperInit: [String] {
    guard superclass == nil, inheritsSomething else { return [] }
    let beginning = [superInitLine?.beginning].compactMap(\.self)
    if declared.superInit {
      return beginning + [declared.superInitThrows ? "try super.init()" : "super.init()"]
    }
    // The macro cannot see whether there is a superclass.
    return ["// A superclass must be persistent, too, or have an 'init' without parameters."]
      + beginning
  }

  /// The directive that follows an initializer with such an end.
  var endOfSuperInitLine: [String] { superInitLine.map { _ in [SourceLine.end] } ?? [] }

  private var reads: [String] {
    properties.map { property in
      let plain = property.type.isOptional ? "optionalValue" : "value"
      let function = property.isPlain ? plain : "slot"
      return "\(property.storage.source) = try row.\(function)(\(index(of: property)))"
    }
  }

  private var writes: [String] {
    guard !isBroken else { return [] }
    return properties.filter { !$0.isDerived }.map { property in
      let plain = property.type.isOptional ? "optional: " : ""
      let label = property.isPlain ? plain : "slot: &"
      return "try row.write(\(index(of: property)), \(label)\(property.storage.source))"
    }
  }

  /// Returns statements, one per line, as the body of a member.
  func lines(_ statements: [String], depth: Int = 1) -> String {
    statements.joined(separator: "\n").indented(by: 2 * depth)
  }
}
