/// The database constraint that refused a change, as far as it is known.
///
/// ```swift
/// do {
///   try session.save(person)
/// } catch let error as PersistenceError where error.code == .constraintViolated {
///   print(error.constraint?.properties ?? [])  // ["email"]
/// }
/// ```
public struct ConstraintViolation: Sendable, Hashable {
  /// The kind of constraint.
  public let kind: Kind
  /// The table that has the constraint.
  public var table: String?
  /// The columns concerned, in the order of the constraint.
  public var columns: [String]
  /// The properties of those columns; `pk` stands for the primary key. Empty if the class is not
  /// known.
  public var properties: [String] = []
  /// The primary key of the row that already has the values, if there is exactly one.
  public var conflictingPK: Int64?

  /// A kind of constraint.
  ///
  /// See ``ConstraintViolation``.
  public enum Kind: Sendable, Hashable {
    /// Another row has the values.
    case unique
    /// A value is missing.
    case notNull
    /// A reference points to a row that does not exist.
    case foreignKey
    /// Any other constraint: a CHECK, a trigger, a value of the wrong kind.
    case other
  }

  /// Creates the description of a violation. Drivers call this.
  public init(_ kind: Kind, table: String? = nil, columns: [String] = []) {
    self.kind = kind
    self.table = table
    // Each row of a tenant has the same value there.
    self.columns = columns.filter { $0 != ColumnDefinition.tenantName }
  }
}
