/// The location of a PostgreSQL database and the behavior of its connections.
///
/// ```swift
/// var configuration = PostgresConfiguration("postgresql://db.example.com/people?schema=shop")
/// configuration.maximumWriters = 32
/// let store = try Store(configuration, configuration: StoreConfiguration(codecs: .standard))
/// ```
public struct PostgresConfiguration: Sendable, Hashable {
  /// A connection string or a URI as libpq reads it, such as `postgresql://db.example.com/people`
  /// or `host=/run/postgresql dbname=people`. What it does not specify comes from the environment
  /// (`PGHOST` and so on), the password file and the service file, as with `psql`. But if neither
  /// it nor the environment has a `connect_timeout` or names a service, each attempt to connect
  /// ends after 15 seconds; 0 stands for no limit. A URI that names a schema sets ``schema``, and
  /// one that says whether Citus distributes it ``isDistributed``.
  public var connection: String {
    didSet {
      let address = SchemaAddress(connection)
      connection = address.connection
      if let schema = address.schema { self.schema = schema }
      if let isDistributed = address.isDistributed { self.isDistributed = isDistributed }
    }
  }
  /// The schema that holds the tables, created if it is missing. A URI may name it:
  /// `postgresql://db/people?schema=shop`.
  public var schema = "public"
  /// Whether the schema is a distributed schema of Citus, kept on one of its nodes, if it is created;
  /// an existing schema stays as it is. All programs that use it set this. A URI may say so:
  /// `postgresql://db/people?schema=shop&distributed=true`.
  public var isDistributed = false
  /// Whether the server itself sees to it that a tenant's statements meet no rows of another, by
  /// row-level security, if tenants share tables. It applies to roles that neither own the tables
  /// nor have `BYPASSRLS`: let one role make and change the tables, and the service use another.
  public var hasRowSecurity = false
  /// Whether Citus spreads the tables that tenants share over its nodes, by tenant. All programs
  /// that use them set this.
  public var spreadsTenants = false
  /// The name under which `pg_stat_activity` shows the connections. A name in the connection
  /// string, in a service or in `PGAPPNAME` replaces the default only.
  public var applicationName = PostgresConfiguration.defaultApplicationName
  static let defaultApplicationName = "PersistentObjects"
  /// The maximum number of connections that read at once.
  public var maximumReaders = 16
  /// The maximum number of transactions that write at once.
  public var maximumWriters = 16
  /// The isolation of transactions that write.
  public var isolation = Isolation.serializable
  /// The time at which the server checks references between objects.
  public var foreignKeys = ForeignKeyChecks.atCommit
  /// The maximum number of attempts of `store.transaction`, unless the call says otherwise. It runs
  /// its closure again while the transaction conflicts with another.
  public var attempts = 10
  /// The maximum wait for a lock that another transaction holds; nil for no limit. Unless it is
  /// set, a `lock_timeout` of the role, the database or the connection string takes precedence.
  public var lockTimeout: Duration? = .seconds(5) { didSet { hasOwnLockTimeout = true } }
  /// Whether the program has set ``lockTimeout``.
  private(set) var hasOwnLockTimeout = false
  /// The maximum time for which a call waits for a server that was reached before and is away, such
  /// as during a restart. The call's own limit may end the wait earlier. A call that waits for a
  /// connection of its store does so up to `acquisitionTimeout`.
  public var maximumAbsence = Duration.seconds(30)
  /// The connection strings of servers that follow this one by streaming replication.
  /// `store.session` reads from them in turn, and from this one if none of them is up to date
  /// enough. A URI may name the schema, but no other than ``schema``.
  public var replicas: [String] = []
  /// The maximum time that a replica may be behind to be read from; also the maximum wait for a
  /// replica in `store.session(after:)`.
  public var maximumReplicaLag = Duration.seconds(1)
  /// Whether connections go through a pooler, such as PgBouncer in its `transaction` mode, which
  /// may run each transaction on another of the server's connections. If so, no statement is kept
  /// prepared, and settings are sent with each transaction.
  public var isPooled = false
  /// The number of statements made at run time that each connection keeps prepared. One that the
  /// stores of a directory share keeps four times as many, of all statements of all stores.
  public var statementCacheCapacity = 128

  /// Makes the configuration of a database that a connection string or a URI names.
  public init(_ connection: String) {
    let address = SchemaAddress(connection)
    self.connection = address.connection
    if let schema = address.schema { self.schema = schema }
    if let isDistributed = address.isDistributed { self.isDistributed = isDistributed }
  }

  /// The time at which foreign keys are checked. The tables of a store keep the choice made when
  /// they were created; a store that is opened with a laxer choice may find transactions refused.
  ///
  /// See ``PostgresConfiguration``.
  public enum ForeignKeyChecks: Sendable, Hashable {
    /// The end of each transaction, regardless of the order of its statements.
    case atCommit
    /// Each statement, for databases where constraints cannot be deferred. The engine writes rows
    /// before those that refer to them, and itself enforces rules that refuse a deletion.
    case withEachStatement
    /// No time at all, for databases where rows that refer to each other may be on different
    /// machines. The engine enforces all delete rules itself, and only collections have foreign
    /// keys, to the objects that own them.
    case never
  }

  /// The isolation of transactions, strictest first.
  ///
  /// See ``PostgresConfiguration``.
  public enum Isolation: String, Sendable, Hashable {
    /// Transactions behave as if they ran one after another. If two conflict, one fails with
    /// `busy`, and `store.transaction` runs it again.
    case serializable = "SERIALIZABLE"
    /// A transaction sees one state of the database from its first statement on. Two transactions
    /// that check the same thing and then write different rows may both succeed.
    case repeatableRead = "REPEATABLE READ"
    /// Each statement sees what was committed before it.
    case readCommitted = "READ COMMITTED"
  }
}
