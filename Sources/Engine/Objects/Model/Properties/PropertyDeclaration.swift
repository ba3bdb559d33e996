public import PersistentObjectsSchema

/// The declaration of a persistent property, without its type, its default and its codec.
public struct _PropertyDeclaration: Sendable, ExpressibleByStringLiteral {
  let name: String
  let column: _StoredName
  let renamedFrom: [String]
  let timestamp: TimestampRole?
  let isVersion: Bool
  let index: Index?
  let defaultKind: DefaultKind
  let onDelete: DeleteRule?
  let deletesTargets: Bool

  /// The purpose of an index on the column alone.
  public enum Index: Sendable {
    /// The index finds rows.
    case plain
    /// The index finds rows, and prevents two rows from having the same value.
    case unique
  }

  /// The kinds of default values, by the values of their expressions.
  public enum DefaultKind: Sendable {
    /// The expression always has the same value.
    case constant
    /// The expression names a value, such as a case or a static property. A computed one may vary.
    case named
    /// The expression may have another value each time that it is evaluated.
    case evaluated
  }

  /// Creates the declaration of a property; the macro calls this.
  ///
  /// - Parameters:
  ///   - name: the property's name in the source.
  ///   - column: the column's name.
  ///   - renamedFrom: the column's names in earlier versions of the program, the latest first.
  ///   - timestamp: the time that the engine sets.
  ///   - isVersion: whether the property is the version, in which the engine counts saves.
  ///   - index: the index on the column alone, if any.
  ///   - defaultKind: how the default value varies.
  ///   - onDelete: the effect when a target is deleted; nil for the default of the type.
  ///   - deletesTargets: whether targets are deleted with this object.
  public init(
    _ name: String, column: _StoredName, renamedFrom: [String] = [],
    timestamp: TimestampRole? = nil, isVersion: Bool = false, index: Index? = nil,
    default defaultKind: DefaultKind = .constant, onDelete: DeleteRule? = nil,
    deletesTargets: Bool = false
  ) {
    self.name = name
    self.column = column
    self.renamedFrom = renamedFrom
    self.timestamp = timestamp
    self.isVersion = isVersion
    self.index = index
    self.defaultKind = defaultKind
    self.onDelete = onDelete
    self.deletesTargets = deletesTargets
  }

  /// Creates the declaration of a property that declares nothing else; the macro calls this. Each
  /// default argument of the initializer above is a call, and most properties use all of them.
  ///
  /// - Parameters:
  ///   - name: the property's name in the source.
  ///   - column: the column's name.
  public init(_ name: String, in column: _StoredName) { self.init(name, column: column) }

  /// Creates the declaration of a property whose column has its name, and that declares nothing
  /// else.
  public init(stringLiteral name: String) {
    self.init(name, column: _StoredName(stringLiteral: name))
  }

  /// Returns the rule of a reference; `standard` is the default.
  func rule(standard: DeleteRule) -> ReferenceRule {
    ReferenceRule(onDelete: onDelete ?? standard, deletesTargets: deletesTargets)
  }

  var declaresRule: Bool { onDelete != nil || deletesTargets }
}
