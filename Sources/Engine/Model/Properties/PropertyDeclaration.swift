/// What the source says of a persistent property beside its type, its default and its codec.
public struct _PropertyDeclaration: Sendable {
  let name: String
  let column: _StoredName
  let renamedFrom: String?
  let timestamp: TimestampRole?
  let isVersion: Bool
  let index: Index?
  let onDelete: DeleteRule?
  let deletesTargets: Bool

  /// What an index of the column alone is for.
  public enum Index: Sendable {
    /// Finding rows.
    case plain
    /// Finding rows, and keeping two from having the same value.
    case unique
  }

  /// Describes a property; the macro calls this.
  ///
  /// - Parameters:
  ///   - name: the property's name in the source.
  ///   - column: the column's name.
  ///   - renamedFrom: the column's name in earlier versions of the program.
  ///   - timestamp: which time the engine sets it to.
  ///   - isVersion: whether the engine counts in it how often an object was saved.
  ///   - index: whether the column has an index of its own.
  ///   - onDelete: what happens here when an object referred to is deleted; nil for what follows
  ///     from the type.
  ///   - deletesTargets: whether the objects referred to are deleted with this one.
  public init(
    _ name: String, column: _StoredName, renamedFrom: String? = nil,
    timestamp: TimestampRole? = nil, isVersion: Bool = false, index: Index? = nil,
    onDelete: DeleteRule? = nil, deletesTargets: Bool = false
  ) {
    self.name = name
    self.column = column
    self.renamedFrom = renamedFrom
    self.timestamp = timestamp
    self.isVersion = isVersion
    self.index = index
    self.onDelete = onDelete
    self.deletesTargets = deletesTargets
  }

  /// The rule of a reference; `standard` is that of one which declares none.
  func rule(standard: DeleteRule) -> ReferenceRule {
    ReferenceRule(onDelete: onDelete ?? standard, deletesTargets: deletesTargets)
  }

  var declaresRule: Bool { onDelete != nil || deletesTargets }
}
