import PersistentObjectsDriver

/// A connection to a schema, over its own link, or over a shared one that it takes for each
/// transaction.
///
/// Statements that begin a transaction or a savepoint wait for the next one, and are sent together
/// with it: each round trip costs as much as many statements.
final class ServerConnection {
  let lease: LinkLease
  private(set) var settings: ServerSettings { didSet { keepSettings() } }
  /// The statement that sets the settings of a transaction.
  private var transactionSettings = ""
  var statements: KeptStatements
  var transaction = TransactionState()
  var layout = LayoutState()
  /// The statement that tells the server which tenant a transaction is for; nil if none.
  var tenant: String?
  /// Whether the schema existed when the connection was opened, or was made through it.
  var hasSchema = false
  /// The number of round trips to the server.
  var roundTrips = 0
  /// The maximum wait for each answer; nil for no limit.
  private var answerLimit: Duration?
  /// The maximum wait for an answer while a connection is opened, like that for the connection
  /// itself.
  static let patience = Duration.seconds(15)

  /// - Parameters:
  ///   - role: whether the connection may write.
  ///   - links: the links that it shares with others; nil if it has its own.
  ///   - choice: the servers to choose from for its own links; nil for the configured one.
  init(
    _ configuration: PostgresConfiguration, role: ConnectionRole, name: String,
    history: ServerHistory, links: SharedLinks? = nil, choice: ReplicaChoice? = nil
  ) throws {
    lease = LinkLease(name: name, links: links, choice: choice)
    let keepsShared = links != nil && !configuration.isPooled
    statements = KeptStatements(
      isStateless: configuration.isPooled || links != nil,
      sharedSchema: keepsShared ? configuration.schema : nil)
    settings = ServerSettings(
      configuration, isReadOnly: role == .reader && configuration.maximumReaders > 0)
    keepSettings()
    if links == nil {
      lease.use(try choice?.choose() ?? ServerLink(configuration, name: name, history: history))
    }
    do {
      try configure()
    } catch let error as PersistenceError
      where links != nil && [.databaseFailed, .busy].contains(error.code)
    {
      // A shared link may end just after it was taken. Nothing was done over it.
      try configure()
    }
    lease.maximumAbsence = configuration.maximumAbsence
  }

  /// The database and the schema, for messages.
  var name: String { lease.name }

  /// Sends the settings to the server, and looks for the schema.
  func configure() throws {
    let lasting = statements.isStateless ? "" : settings.sql(isLocal: false) + "; "
    let found = try limited(to: Self.patience) {
      try run(
        """
        \(lasting)SELECT to_regclass('\(LayoutTable.name)'), \
        has_schema_privilege(n.oid, 'USAGE'), current_user, \(Self.limitsStatements) \
        FROM (SELECT) AS one LEFT JOIN pg_catalog.pg_namespace AS n \
        ON n.nspname = \(PostgresDialect.literal(settings.schema))
        """)
    }
    hasSchema = found.text(1) != nil
    layout.hasTable = found.text(0) != nil
    settings.serverLimitsStatements = found.text(3) == "t"
    if found.text(1) == "f" { throw unusableSchema(role: found.text(2) ?? "") }
  }

  /// A condition that the role, the database or the connection string limits the time of
  /// statements.
  private static let limitsStatements = "current_setting('statement_timeout') <> '0'"

  /// The server leaves such a schema out of the search path without a word.
  private func unusableSchema(role: String) -> PersistenceError {
    let (schema, role) = (
      PostgresDialect.enclosed(settings.schema, in: "\""), PostgresDialect.enclosed(role, in: "\"")
    )
    return PersistenceError(
      .cannotOpen,
      "The role may not use the schema of \(name); have its owner run GRANT USAGE ON SCHEMA \(schema) TO \(role).",
      databaseCode: "42501")
  }

  func setStatementTimeout(_ limit: Duration?) throws {
    var changed = settings
    changed.statementTimeout = limit
    if !statements.isStateless {
      _ = try limited(to: Self.patience) { try run(changed.statementTimeoutSQL) }
    }
    settings.statementTimeout = limit
  }

  /// Reconnects if the connection to the server was lost, unless that was during the open
  /// transaction.
  func reconnectIfLost() throws {
    guard transaction.loss == nil, link?.isGone == true else { return }
    try lease.awaitingServer { if try lease.reconnect() { try beginAnew() } }
  }

  /// Discards everything that the connection had on the server before it got another link.
  func beginAnew() throws {
    statements.beginAnew()
    let waiting = transaction.queued.takeForNewConnection()
    defer { transaction.queued = waiting }
    do {
      try configure()
    } catch {
      // Without its settings, the connection would go on in another schema.
      link?.giveUp()
      throw error
    }
  }

  // MARK: State

  /// The link; nil if none is needed.
  var link: ServerLink? { lease.link }

  /// Whether the connection cannot be used any more.
  var isLost: Bool { lease.isClosed || link?.isLost == true }

  var isInTransaction: Bool {
    !lease.isClosed
      && (transaction.queued.beginTransaction || transaction.loss != nil
        || link?.isInTransaction == true)
  }

  /// Whether all statements see one state of the database until the end of the open transaction.
  var seesOneState: Bool { isInTransaction && transaction.holdsSnapshot }

  /// Whether the open transaction refuses everything except its end.
  var isSpoiled: Bool { link?.isSpoiled == true }

  /// Whether the server refuses the next statement, too, since no rollback to a savepoint is sent
  /// before it.
  var refusesAll: Bool { isSpoiled && !transaction.queued.rollsBack }

  /// Throws if the connection was closed.
  func requireOpen() throws { if lease.isClosed { throw lease.closedError } }

  // MARK: Round trips

  /// Does what ``roundTrip(_:)`` does. If it is the first of a transaction, and another node of a
  /// cluster is away, it runs the closure again when the node is back: nothing was done.
  func repeatableRoundTrip<R>(_ body: (ServerLink) throws -> R) throws -> R {
    guard isInTransaction, let beginning = transaction.beginning else {
      return try roundTrip(body)
    }
    let waiting = transaction.queued
    var isOfNode = false
    return try lease.awaitingServer {
      do {
        return try roundTrip(body)
      } catch let error as PersistenceError {
        isOfNode = error.code == .busy && link?.hasMissedNode == true
        if isOfNode {
          try rollBack()
          transaction.beginAgain(beginning, waiting: waiting)
        }
        throw error
      }
    } unless: {
      !isOfNode
    }
  }

  /// Runs a closure that waits for the server's answer, on the link of the open transaction.
  ///
  /// - Parameter isPreparing: whether nothing is run by it.
  func roundTrip<R>(isPreparing: Bool = false, _ body: (ServerLink) throws -> R) throws -> R {
    try requireOpen()
    try receiveAwaited()
    if let loss = transaction.loss { throw loss }
    if !isInTransaction { transaction.beginNext() }
    roundTrips += 1
    let (isInTransaction, isBeginning) = (isInTransaction, transaction.queued.beginTransaction)
    let link = try lease.take()
    if isBeginning { lease.beginTransaction() }
    defer { lease.giveBack() }
    link.beginStatement(
      isFirst: !isInTransaction || isBeginning, limit: settings.statementLimit,
      patience: answerLimit)
    link.cancellation?.beginWait()
    defer { link.cancellation?.endWait() }
    if !isPreparing { transaction.noteRun() }
    do {
      return try body(link)
    } catch let error as PersistenceError where isInTransaction && link.isLost {
      // Nothing was done if it was the first statement.
      let lost =
        isBeginning && ![.commitUnknown, .interrupted].contains(error.code)
        ? PersistenceError(
          .busy, error.message, sql: error.sql, databaseCode: error.databaseCode) : error
      transaction.loss = lost
      throw lost
    }
  }

  /// Removes and returns the texts that go before the next statement: those that wait, and the
  /// settings if the server keeps none.
  func takeQueued(_ link: ServerLink) -> [String] {
    let isBeginning = transaction.queued.beginTransaction
    var texts = transaction.queued.take(isSpoiled: link.isSpoiled)
    if let tenant, !link.isInTransaction { texts.insert(tenant, at: isBeginning ? 1 : 0) }
    if statements.isStateless && !link.isInTransaction {
      texts.insert(transactionSettings, at: isBeginning ? 1 : 0)
    }
    return link.isSpoiled ? texts : texts + link.sharedStatements.takeDiscarding()
  }

  private func keepSettings() {
    guard statements.isStateless else { return }
    transactionSettings = settings.sql(isLocal: true)
    statements.keep(transactionSettings)
  }

  /// Runs a closure whose statements the server answers at once, or else within a limit. Otherwise
  /// the link is dropped.
  func limited<R>(to limit: Duration, _ body: () throws -> R) rethrows -> R {
    let earlier = answerLimit
    answerLimit = limit
    defer { answerLimit = earlier }
    return try body()
  }
}
