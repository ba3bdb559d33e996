import Synchronization

/// A prepared statement. The driver subclasses it.
///
/// Use: write the parameters, `step()` until it answers false, `reset()`. A statement belongs to
/// one connection and is used by whoever holds that connection.
open class Statement: Cells {
  /// The text it was prepared from.
  public let sql: String

  /// For subclasses.
  public init(sql: String) { self.sql = sql }

  /// Moves to the next row; false when there is none. Throws a ``PersistenceError``.
  open func step() throws -> Bool { preconditionFailure("a driver overrides step()") }
  /// Ends the run, so that the statement may be run again. Parameters keep their values.
  open func reset() { preconditionFailure("a driver overrides reset()") }
  /// Gives the memory of large parameters back.
  open func clearParameters() { preconditionFailure("a driver overrides clearParameters()") }
  /// The cells of the current row, all in one call; valid until the next step or reset.
  open func readRow() -> UnsafePointer<Cell> { preconditionFailure("a driver overrides readRow()") }
  /// The number of columns of each row.
  open var columnCount: Int { preconditionFailure("a driver overrides columnCount") }
  /// The number of parameters.
  open var parameterCount: Int { preconditionFailure("a driver overrides parameterCount") }
  /// The name of a column.
  open func columnName(at index: Int) -> String {
    preconditionFailure("a driver overrides columnName(at:)")
  }
  /// The column of a table that a column of the result shows as it is; nil for an expression, and for a
  /// database that does not tell.
  open func origin(at index: Int) -> (table: String, column: String)? { nil }
  /// Whether it leaves the database as it is.
  open var isReadOnly: Bool { false }
}

extension Statement {
  /// Runs a statement that returns no rows, and resets it.
  public func run() throws {
    defer { reset() }
    while try step() {}
  }
}

/// The text of a statement that is run often, with an identity under which each connection keeps
/// its prepared form. Make one per text and keep it: it is found again without hashing the text.
public final class StatementText: Sendable {
  /// The SQL.
  public let sql: String
  /// What ``Connection/seekingStatement(_:)`` may run in its place, as ``Dialect`` writes it.
  public let seekingSQL: String?
  /// What ``Connection/statement(_:)`` may run in its place, as ``Dialect`` writes it.
  public let copying: CopyingText?
  /// Distinct for each instance in this process.
  public let id: Int

  /// Gives `sql` an identity.
  public init(
    _ sql: String, seeking seekingSQL: String? = nil, copying: CopyingText? = nil
  ) {
    self.sql = sql
    self.seekingSQL = seekingSQL
    self.copying = copying
    id = Self.ids.wrappingAdd(1, ordering: .relaxed).oldValue
  }

  private static let ids = Atomic<Int>(0)
}

/// The text of a query for one row, of which the driver copies some columns while they are read.
public struct CopyingText: Sendable {
  /// The SQL.
  public let sql: String
  /// The columns that are copied, ascending.
  public let copied: [Int]

  /// Makes a text; dialects call this.
  public init(_ sql: String, copied: [Int]) {
    self.sql = sql
    self.copied = copied
  }
}
