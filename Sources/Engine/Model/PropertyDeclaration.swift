/// What the source says of a persistent property beside its type, its default and its codec.
public struct _PropertyDeclaration: Sendable {
  let name: String
  let column: _StoredName
  let renamedFrom: String?
  let timestamp: TimestampRole?
  let index: Index?

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
  ///   - index: whether the column has an index of its own.
  public init(
    _ name: String, column: _StoredName, renamedFrom: String? = nil,
    timestamp: TimestampRole? = nil, index: Index? = nil
  ) {
    self.name = name
    self.column = column
    self.renamedFrom = renamedFrom
    self.timestamp = timestamp
    self.index = index
  }
}
