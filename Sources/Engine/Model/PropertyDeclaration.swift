/// What the source says of a persistent property beside its type, its default and its codec.
public struct _PropertyDeclaration: Sendable {
  let name: String
  let column: String
  let renamedFrom: String?
  let timestamp: TimestampRole?

  /// Describes a property; the macro calls this.
  ///
  /// - Parameters:
  ///   - name: the property's name in the source.
  ///   - column: the column's name.
  ///   - renamedFrom: the column's name in earlier versions of the program.
  ///   - timestamp: which time the engine sets it to.
  public init(
    _ name: String, column: String, renamedFrom: String? = nil, timestamp: TimestampRole? = nil
  ) {
    self.name = name
    self.column = column
    self.renamedFrom = renamedFrom
    self.timestamp = timestamp
  }
}
