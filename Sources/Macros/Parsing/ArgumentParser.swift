import PersistentObjectsNames
import SwiftParser
import SwiftSyntax

/// Reads the arguments of one of this package's attributes.
struct ArgumentParser {
  var findings = Findings()

  /// Returns the arguments of `@Persistent`.
  mutating func table(_ attribute: AttributeSyntax) -> ClassArguments {
    var arguments = ClassArguments()
    var isAmongFormerNames = false
    for argument in Self.arguments(of: attribute) {
      if let label = argument.label { isAmongFormerNames = label.text == "renamedFrom" }
      switch argument.label?.text {
      case "table": arguments.table = name(argument.expression, of: .table)
      case nil where isAmongFormerNames, "renamedFrom":
        addFormerName(argument.expression, of: .table, to: &arguments.renamedFrom)
      case "abstract": arguments.isAbstract = flag(argument)
      default: reportUnknown(argument, of: attribute)
      }
    }
    if arguments.isAbstract { refuseTable(attribute) }
    return arguments
  }

  /// Reports the arguments that name a table, since an abstract class has no table.
  private mutating func refuseTable(_ attribute: AttributeSyntax) {
    for argument in Self.arguments(of: attribute) {
      guard let label = argument.label, label.text != "abstract",
        !argument.expression.is(NilLiteralExprSyntax.self)
      else { continue }
      findings.report(.tableOfAbstractClass(label.text), at: label)
    }
  }

  /// Returns the arguments of `@Column`.
  mutating func column(_ attribute: AttributeSyntax) -> ColumnArguments {
    var arguments = ColumnArguments()
    var isAmongFormerNames = false
    for argument in Self.arguments(of: attribute) {
      if let label = argument.label { isAmongFormerNames = label.text == "renamedFrom" }
      switch argument.label?.text {
      case nil where isAmongFormerNames, "renamedFrom":
        addFormerName(argument.expression, of: .column, to: &arguments.renamedFrom)
      case nil:
        if let timestamp = TimestampRole(argument.expression) {
          arguments.timestamp = timestamp
        } else if argument.expression.namesVersion {
          arguments.isVersion = true
        } else {
          arguments.name = name(argument.expression, of: .column)
        }
      case "codec": arguments.codec = argument.expression.trimmedDescription
      case "indexed": arguments.isIndexed = flag(argument)
      case "unique": arguments.isUnique = flag(argument)
      case "onDelete": arguments.onDelete = expression(argument)
      case "deletesTargets": arguments.deletesTargets = expression(argument)
      default: reportUnknown(argument, of: attribute)
      }
    }
    reportCurrentName(arguments, in: attribute)
    return arguments
  }

  /// Reads one of the names after `renamedFrom:`.
  private mutating func addFormerName(
    _ expression: ExprSyntax, of object: NamedObject, to names: inout [String]
  ) {
    guard let former = name(expression, of: object) else { return }
    if names.contains(former) {
      findings.report(.repeatedFormerName(former), at: expression)
    } else {
      names.append(former)
    }
  }

  /// Reports a former name that the column still has.
  private mutating func reportCurrentName(
    _ arguments: ColumnArguments, in attribute: AttributeSyntax
  ) {
    guard let current = arguments.name, arguments.renamedFrom.contains(current),
      let argument = Self.arguments(of: attribute).last(where: {
        $0.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue == current
      })
    else { return }
    findings.report(.currentFormerName(current), at: argument.expression)
  }

  private func expression(_ argument: LabeledExprSyntax) -> String? {
    argument.expression.is(NilLiteralExprSyntax.self)
      ? nil : argument.expression.trimmedDescription
  }

  /// Reports every argument of an attribute that takes none.
  mutating func none(_ attribute: AttributeSyntax) {
    for argument in Self.arguments(of: attribute) { reportUnknown(argument, of: attribute) }
  }

  /// Returns a literal `true` or `false`; false if the argument was reported.
  private mutating func flag(_ argument: LabeledExprSyntax) -> Bool {
    guard let literal = argument.expression.as(BooleanLiteralExprSyntax.self) else {
      findings.report(.flagNotLiteral(argument.label?.text ?? "_"), at: argument.expression)
      return false
    }
    return literal.literal.tokenKind == .keyword(.true)
  }

  static func arguments(of attribute: AttributeSyntax) -> LabeledExprListSyntax {
    attribute.arguments?.as(LabeledExprListSyntax.self) ?? []
  }

  private mutating func reportUnknown(_ argument: LabeledExprSyntax, of attribute: AttributeSyntax)
  {
    let label = argument.label?.text ?? "_"
    let node = argument.label.map(Syntax.init) ?? Syntax(argument.expression)
    findings.report(
      .unknownArgument(label, of: attribute.attributeName.trimmedDescription), at: node)
  }

  /// Returns the text of a literal after checking it; nil for `nil` and for an expression that was
  /// reported.
  private mutating func name(_ expression: ExprSyntax, of object: NamedObject) -> String? {
    if expression.is(NilLiteralExprSyntax.self) { return nil }
    guard let literal = expression.as(StringLiteralExprSyntax.self),
      let text = literal.representedLiteralValue
    else {
      findings.report(.nameNotLiteral(object), at: expression)
      return nil
    }
    if let problem = object.problem(withName: text) {
      findings.report(problem, at: expression)
      return nil
    }
    return text
  }
}

/// The arguments of `@Persistent`.
struct ClassArguments {
  var table: String?
  var renamedFrom: [String] = []
  /// Whether the class has no table, and no objects except those of its subclasses.
  var isAbstract = false
}

/// A kind of database object that has a name.
enum NamedObject: String {
  case table, column

  /// Returns the problem of a name, or nil.
  func problem(withName name: String) -> Problem? {
    let folded = name.lowercased()
    // An empty column name is that of a value in several columns.
    if name.isEmpty && self == .table || name.contains("\0") { return .emptyName(self) }
    if self == .column, folded == Generated.keyColumn { return .keyColumn(name) }
    return ReservedNames.prefix(ofSQLName: name).map {
      .reservedPrefix($0, of: self, named: name)
    }
  }
}
