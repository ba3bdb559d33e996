import SwiftSyntax

/// A persistent property as the generators see it.
struct PropertyModel {
  let name: Name
  let type: TypeSpelling
  /// The declared access level; `internal` if there is none.
  let access: AccessLevel
  /// The initial value in the declaration; nil if there is none or if it is `nil`.
  let defaultValue: String?
  /// Whether that expression means the same everywhere, since it names nothing.
  let isDefaultLiteral: Bool
  /// Whether that expression may have another value each time that it is evaluated.
  let defaultKind: DefaultKind
  let column: ColumnArguments
  /// The line at which errors in the use of the codec are reported; nil without a codec.
  var codecLine: SourceLine?
  /// The key path of the stored property that this one is the inverse of.
  var inverse: String?
  /// Whether the declaration has no error.
  var isSound = true
  /// Whether the declaration gets accessors, so that a private property has to hold the value.
  var hasStorage = true

  /// The private property that holds the value.
  var storage: Name { Generated.storage(of: name) }

  /// The local constant that holds the description of a property with a codec.
  var describedName: Name { Name(generated: "_described_" + name.text) }

  /// The name of the column, unless the class's naming strategy chooses another.
  var columnName: StoredName { StoredName(column.name, of: name) }

  /// Whether the value is stored directly, rather than in a slot that may be loaded later.
  var isPlain: Bool { type.isPlain || column.codec != nil }

  /// Whether an object can be made without a value for this property.
  var isOptionalInInit: Bool { defaultValue != nil || type.isOptional || isEngines }

  /// Whether the engine always sets the value, so that it need not be given.
  var isEngines: Bool { column.isVersion || isTimestamp && !type.isOptional }

  /// Whether the engine sets the value to the time of a save.
  var isTimestamp: Bool { column.timestamp != nil }

  /// Whether the property has finders; collections have none.
  var hasFinder: Bool { !type.isCollection && !isDerived }

  /// Whether nothing of the property is stored.
  var isDerived: Bool { inverse != nil }

  /// Whether the property may refer to persistent objects, as far as its spelling tells.
  var mayRefer: Bool { !isPlain && type.mayRefer }
}

/// The kinds of default values, by the values of their expressions.
enum DefaultKind: String {
  /// Literals and operators, which always have the same value.
  case constant
  /// The name of a value, such as a case or a static property. A computed one may vary.
  case named
  /// Calls and all else that may have another value each time.
  case evaluated
}

/// The arguments of `@Column`.
struct ColumnArguments {
  var name: String?
  /// The column's names in older files.
  var renamedFrom: [String] = []
  /// Whether the column is to be indexed.
  var isIndexed = false
  /// Whether the values of all rows must differ in the column.
  var isUnique = false
  /// The expression of the codec.
  var codec: String?
  /// The time that the engine stores in the property.
  var timestamp: TimestampRole?
  /// Whether the engine counts in the property how often an object was saved.
  var isVersion = false
  /// The expressions of the rules for deletions.
  var onDelete: String?
  var deletesTargets: String?
}

/// The times that the engine sets.
enum TimestampRole: String {
  case createdAt, updatedAt

  /// Makes the role that an argument names, such as `.createdAt`.
  init?(_ expression: ExprSyntax) {
    guard let member = expression.as(MemberAccessExprSyntax.self) else { return nil }
    self.init(rawValue: member.declName.baseName.text)
  }
}

extension ExprSyntax {
  /// Whether the expression is `.version`.
  var namesVersion: Bool {
    self.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "version"
  }
}
