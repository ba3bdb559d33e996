/// The ways in which a database differs from others, apart from its SQL syntax. The driver states
/// them, and the engine adapts to them.
///
/// ```swift
/// var character = DatabaseCharacter()
/// character.maximumWriters = 16
/// character.nullPlacement = .last
/// character.nameQuotes = [NameQuotes("\"", "\""), NameQuotes("[", "]")]
/// ```
public struct DatabaseCharacter: Sendable {
  /// The number of transactions that may write at once, each on its own connection. If it is more
  /// than one, the database detects transactions that conflict: any statement, including `COMMIT`,
  /// may then throw `busy`, which means that the transaction has to be run again.
  public var maximumWriters = 1
  /// The number of connections per role that are opened without a wait. More are opened only for
  /// callers that have waited 10 ms: few connections make better use of what is in memory, many
  /// make better use of the time spent waiting for a server.
  public var usualConnections = 4
  /// Whether opening a connection takes a fraction of a millisecond, without waiting for a server.
  /// A session that needs another one then opens it on its caller's thread.
  public var opensAtOnce = false
  /// The maximum number of attempts of `store.transaction`, unless the call says otherwise. It runs
  /// its closure again while that fails with `busy` or `conflict`.
  public var attempts = 1
  /// Whether a failed statement spoils its transaction: everything fails from then on, except a
  /// rollback of the transaction or to a savepoint. The engine then runs the queries that explain a
  /// failure after the rollback.
  public var failureSpoilsTransaction = false
  /// Whether foreign keys can be checked when the transaction ends. If not, the engine writes rows
  /// before those that refer to them, sets references that form a cycle in a second step, and
  /// itself enforces the rules of references that restrict deletions.
  public var defersConstraints = true
  /// Whether tables have foreign keys for references between objects. If not, the engine enforces
  /// all delete rules itself.
  public var hasForeignKeys = true
  /// The placement of NULL in ascending order if a statement does not specify one; descending order
  /// reverses it.
  public var nullPlacement = NullPlacement.first
  /// The maximum length of a name, in bytes; nil if there is no limit. Longer names are shortened
  /// to end in a hash.
  public var longestName: Int?
  /// The names that no column can have, because each table has system columns with these names.
  /// They are written with a hash.
  public var systemColumns: Set<String> = []
  /// The maximum number of parameters of a statement.
  public var maximumParameters = 32_766
  /// The maximum number of terms that AND or OR may join in one chain. The engine puts parentheses
  /// around the halves of longer chains, for databases that count each term as a nesting level and
  /// limit the levels.
  public var longestChain = 100
  /// The maximum number of terms joined by AND for which the database may turn subqueries among
  /// them into joins; nil if the number does not matter. In longer chains, subqueries are written
  /// so that they stay subqueries, for databases whose planning time grows fast with the number of
  /// joins.
  public var longestChainOfJoins: Int?
  /// Whether `IN ((1, 'a'), (2, 'b'))` can list rows as it lists values. If not, they are written
  /// as VALUES.
  public var listsRows = true
  /// The prefixes of names, in lower case, that are reserved for the database.
  public var reservedPrefixes: [String] = []
  /// The prefixes, in lower case, of names that no table may have, although a column may.
  public var reservedTablePrefixes: [String] = []
  /// The characters that can quote a name in criteria.
  public var nameQuotes = [NameQuotes("\"", "\"")]
  /// The maximum number of rows that one statement writes, and the number of bytes of texts and
  /// blobs at which a batch of fewer rows is full. Large values suit databases where each statement
  /// waits for a server's answer.
  public var largestBatch = (rows: 512, bytes: 1 << 20)
  /// Whether the rows before a refused one stay when a batch is inserted, so that
  /// ``DriverStatement/changes`` tells which row was refused.
  public var keepsRowsBeforeRefused = false
  /// Whether a statement that has reached the end of its batch continues with the rows of another
  /// batch that is bound in its place.
  public var goesOnWithNextBatch = false
  /// Whether a statement reads its rows one by one, each when it is requested. The engine then need
  /// not specify the last key for rows that come in key order: it stops reading there.
  public var readsRowByRow = false
  /// Whether a transaction can create and change tables, and undo it. If not, the database commits
  /// before and after each such statement. The engine then records tables before it creates them,
  /// so that the next start can go on after a crash, and creates none in a transaction that has
  /// already written rows.
  public var transactsLayout = true
  /// Whether `RETURNING` returns the rows that an `UPDATE` has written. If not, the engine finds
  /// their keys before and reads the rows after.
  public var returnsUpdatedRows = true
  /// Whether a query after `IN` may have a `LIMIT` of its own. If not, it is written as
  /// `IN (SELECT * FROM (…))`.
  public var limitsListedQueries = true
  /// Whether an index can have a condition.
  public var hasPartialIndices = true
  /// Whether an index can cover expressions.
  public var hasExpressionIndices = true
  /// Whether doubles keep the sign of −0. If not, −0 may come back as 0.
  public var keepsNegativeZero = true
  /// Whether doubles can be infinite. If not, the driver refuses them with `encodingFailed`.
  public var hasInfinity = true
  /// The kinds of numbers with which SQL cannot compute exactly. A query that computes with them
  /// throws `unsupported`.
  public var uncomputedKinds: Set<NumberKind> = []
  /// The program that copies the database, if its connections are not ``BackingUp``; nil if there
  /// is none. The error of `store.backup` names it.
  public var backupProgram: String?

  /// Makes the character of a database that follows the SQL standard.
  public init() {}
}

/// The placement of nil in an order.
///
/// ```swift
/// Person.query.order(by: \.limit, nulls: .last)  // ORDER BY "limit" NULLS LAST, pk
/// ```
public enum NullPlacement: Sendable {
  /// The placement of nil before all values.
  case first
  /// The placement of nil after all values.
  case last
}

/// The characters before and after a quoted name.
///
/// See ``DatabaseCharacter``.
public struct NameQuotes: Hashable, Sendable {
  /// The character before the name.
  public let start: Character
  /// The character after the name.
  public let end: Character

  /// Makes a pair of characters.
  public init(_ start: Character, _ end: Character) {
    self.start = start
    self.end = end
  }
}
