/// The place of a PostgreSQL database and the behaviour of its connections.
public struct PostgresConfiguration: Sendable, Hashable {
  /// A connection string or a URI as libpq reads it, such as `postgresql://db.example.com/people` or
  /// `host=/run/postgresql dbname=people`. What it leaves open comes from the environment (`PGHOST` and so
  /// on), the password file and the service file, as with `psql`.
  public var connection: String
  /// The schema that holds the tables; made when it is missing. A URI may name it: `postgresql://db/people?schema=shop`.
  public var schema = "public"
  /// Whether Citus is to keep the schema on one of its nodes, as a distributed schema, when it is made. A schema that
  /// is there stays as it is.
  public var isDistributed = false
  /// The name under which `pg_stat_activity` shows the connections.
  public var applicationName = "PersistentObjects"
  /// The number of connections that may read at once.
  public var maximumReaders = 16
  /// The number of transactions that may write at once.
  public var maximumWriters = 16
  /// The isolation of transactions that write.
  public var isolation = Isolation.serializable
  /// The time at which the server checks references between objects.
  public var foreignKeys = ForeignKeyChecks.atCommit
  /// The number of times that `store.transaction` runs its closure at the most, unless the call says
  /// otherwise: as long as another transaction is in the way.
  public var attempts = 10
  /// The longest wait for a lock that somebody else holds; nil for any time.
  public var lockTimeout: Duration? = .seconds(5)
  /// The connection strings of servers that follow this one, by streaming replication. `store.session` reads from them
  /// in turns, and from this one where none of them is near enough.
  public var replicas: [String] = []
  /// The longest time that a replica may be behind, to be read from; also the longest wait for one in
  /// `store.session(after:)`.
  public var maximumReplicaLag = Duration.seconds(1)
  /// Whether a pooler stands between, such as PgBouncer in its `transaction` mode, which may run each transaction on
  /// another of the server's connections. Then no statement is kept prepared, and settings come with each
  /// transaction.
  public var isPooled = false
  /// The number of statements made at run time that each connection keeps prepared.
  public var statementCacheCapacity = 128

  /// A database that a connection string or a URI names.
  public init(_ connection: String) {
    let address = SchemaAddress(connection)
    self.connection = address.connection
    if let schema = address.schema { self.schema = schema }
  }

  /// The time at which foreign keys are checked. Those of a store's tables are as they were chosen when the tables
  /// were made; a store that is opened with a laxer answer than that may find transactions refused.
  public enum ForeignKeyChecks: Sendable, Hashable {
    /// The end of each transaction, whatever the order of its statements.
    case atCommit
    /// Each statement, where constraints cannot be deferred. The engine writes rows before those that refer to
    /// them, and keeps rules that refuse a deletion itself.
    case withEachStatement
    /// No time at all, where rows that refer to each other may be on different machines. The engine keeps all delete rules
    /// itself, and only collections have foreign keys, to the objects that own them.
    case never
  }

  /// The isolation of transactions, from the strictest down.
  public enum Isolation: String, Sendable, Hashable {
    /// Transactions are as if they ran one after the other. One of two that are in each other's way fails with
    /// `busy`, and `store.transaction` runs it again.
    case serializable = "SERIALIZABLE"
    /// A transaction sees one state of the database from its first statement on. Two that check each the
    /// same and then write different rows may both succeed.
    case repeatableRead = "REPEATABLE READ"
    /// Each statement sees what was committed before it.
    case readCommitted = "READ COMMITTED"
  }
}
