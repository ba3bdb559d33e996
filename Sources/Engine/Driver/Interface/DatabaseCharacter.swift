/// The ways in which a database differs from others beyond the words of its SQL. The driver states them,
/// and the engine obeys.
public struct DatabaseCharacter: Sendable {
  /// The number of transactions that may write at once, each on a connection of its own. Where it is more
  /// than one, the database finds out which of them are in each other's way: any statement, `COMMIT`
  /// included, may then throw `busy`, which means that the transaction is to be run again.
  public var maximumWriters = 1
  /// The number of connections of a role that are opened without hesitation. Others are opened only for those who
  /// have waited 10 ms: few share what is in memory better, many wait better for a server's answers.
  public var usualConnections = 4
  /// Whether a connection is opened in a fraction of a millisecond, without a server to be waited for. A session
  /// that needs another one then opens it on its caller's thread.
  public var opensAtOnce = false
  /// The number of times that `store.transaction` runs its closure at the most, unless the call says
  /// otherwise: as long as it fails with `busy` or `conflict`.
  public var attempts = 1
  /// Whether a statement that fails spoils its transaction: everything but a rollback, to a savepoint or
  /// of all of it, fails from then on. The engine then asks what explains a failure after the rollback.
  public var failureSpoilsTransaction = false
  /// Whether foreign keys can be checked when the transaction ends. If not, the engine writes rows before
  /// those that refer to them, sets references in a second step where they form a circle, and keeps the
  /// rules of references that restrict deletions by itself.
  public var defersConstraints = true
  /// Whether tables have foreign keys for references between objects. If not, the engine keeps all delete
  /// rules by itself.
  public var hasForeignKeys = true
  /// The placement of NULL in ascending order where a text does not say it; in descending order it is the
  /// other one.
  public var nullPlacement = NullPlacement.first
  /// The length of the longest name, in bytes; nil where there is no limit. Longer names are shortened to
  /// end in a hash.
  public var longestName: Int?
  /// The names that no column can have, since each table has columns of these names. They are written with a hash.
  public var systemColumns: Set<String> = []
  /// The number of parameters that a statement can have.
  public var maximumParameters = 32_766
  /// The number of terms that AND or OR may join one after the other. The engine puts parentheses around
  /// the halves of longer chains, for databases that take each term as a level of its own and limit
  /// these.
  public var longestChain = 100
  /// The number of terms that AND joins up to which the database may make joins of subqueries among them; nil where
  /// their number does not matter. In a longer chain they are written so that they stay subqueries, for databases
  /// that plan many joins for ever longer.
  public var longestChainOfJoins: Int?
  /// Whether rows stand in `IN ((1, 'a'), (2, 'b'))` as values do. If not, they are written as VALUES.
  public var listsRows = true
  /// The beginnings of names, in lower case, that are reserved for the database.
  public var reservedPrefixes: [String] = []
  /// The signs between which a name can stand in criteria.
  public var nameQuotes = [NameQuotes("\"", "\"")]
  /// The number of rows that one statement writes at the most, and the bytes of their texts and blobs from which on
  /// it writes fewer. Many where each statement waits for a server's answer.
  public var largestBatch = (rows: 512, bytes: 1 << 20)
  /// Whether the rows before one that is refused stay when a batch is inserted, so that
  /// ``DriverStatement/changes`` tells which one that was.
  public var keepsRowsBeforeRefused = false
  /// Whether a statement that has come to the end of its batch goes on with the rows of another one that
  /// is bound in its place.
  public var goesOnWithNextBatch = false
  /// Whether a statement reads its rows one by one, each when it is asked for. Then the engine need not
  /// say up to which key it wants rows that come in the order of keys: it stops there.
  public var readsRowByRow = false

  /// A database as the SQL standard has it.
  public init() {}
}

/// The placement of nil in an order.
public enum NullPlacement: Sendable {
  /// The placement of nil before all values.
  case first
  /// The placement of nil after all values.
  case last
}

/// The sign before a name, and the one after it.
public struct NameQuotes: Hashable, Sendable {
  /// The sign before the name.
  public let start: Character
  /// The sign after it.
  public let end: Character

  /// Makes a pair of signs.
  public init(_ start: Character, _ end: Character) {
    self.start = start
    self.end = end
  }
}
