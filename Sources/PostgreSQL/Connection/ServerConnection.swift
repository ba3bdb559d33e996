import PersistentObjectsEngine
import Synchronization

/// A connection to a schema, over its own link, or over a shared one that it takes for each
/// transaction.
///
/// Statements that begin a transaction or a savepoint wait for the next one, and are sent together
/// with it: each round trip costs as much as many statements.
final class ServerConnection {
  /// The database and the schema, for messages.
  let name: String
  let schema: String
  /// The comment at the end of statements, by which views of the server, such as `pg_stat_activity`,
  /// tell one store from another.
  var mark: String {
    " /* \(String(String.UnicodeScalarView(schema.unicodeScalars.filter { $0 != "*" }))) */"
  }
  /// Whether the schema existed when the connection was opened, or was made through it.
  var hasSchema = false
  /// The link; nil if none is needed.
  private(set) var link: ServerLink?
  /// The links that connections share; nil if this one has its own.
  private let sharedLinks: SharedLinks?
  /// The handle of the link that stops the running statement, from any thread.
  private let cancellation = Mutex<Cancellation?>(nil)
  /// The sign that ends the opening of a link, from any thread.
  private let sign = StopSign()
  private(set) var isClosed = false
  /// The reason why the link of the open transaction was lost. It refuses everything except the end
  /// of the transaction.
  var lostTransaction: PersistenceError?
  /// The statements that wait for the next one.
  var queued = QueuedStatements()
  /// A number that is different for each transaction.
  var transactionNumber = 0
  var lastNumber = 0
  /// The number of round trips to the server.
  var roundTrips = 0
  /// The maximum wait for an answer while a connection is opened, like that for the connection itself.
  static let patience = Duration.seconds(15)
  /// The maximum wait for each answer; nil for no limit.
  private var answerLimit: Duration?
  /// The number of times that the connection was made again. Statements prepared before are gone.
  private(set) var generation = 0
  /// Whether the last transaction that was begun sees one state of the database from its first
  /// statement on.
  var holdsSnapshot = false
  /// Whether that transaction may not write.
  var onlyReads = false
  /// Whether the table of the layout version exists.
  var hasLayoutTable = false
  /// The layout version that was seen last, and the transaction that queried it.
  var layoutVersion: Int64 = 0
  var askedTransaction = -1
  var versionQuery = LastingStatement(
    LayoutTable.version, name: "layout")
  var versionDemand = LastingStatement(LayoutTable.demand, name: "layout_demand")
  /// The statements that begin transactions, and a `COMMIT` that is sent after others, by their texts. The server would
  /// parse them for each transaction.
  var boundaries = ["COMMIT": LastingStatement("COMMIT", name: "commit")]
  /// The engine's check of statements that meet another layout; nil if there is none.
  var layoutCheck: ((_ sql: String) throws -> Bool)?
  var isCheckingLayout = false
  /// Whether the server keeps nothing of this connection between transactions: neither settings nor prepared
  /// statements.
  let isStateless: Bool
  private(set) var settings: ServerSettings
  /// Whether the role, the database or the connection string limits the time of statements.
  private var serverLimitsStatements = false
  private var statementLimit: StatementLimit? {
    settings.statementTimeout != nil ? .ofStore : serverLimitsStatements ? .ofServer : nil
  }
  /// The maximum wait for a server that is away; none while the connection is opened, since callers wait for that.
  private var maximumAbsence = Duration.zero
  let isDistributed: Bool
  /// The function that is called with each warning.
  var didWarn: ((String) -> Void)? { didSet { link?.notices.didWarn = didWarn } }

  /// The servers from which a reading connection chooses; nil if there is only one.
  let choice: ReplicaChoice?
  /// Whether the link is kept until the end of the next transaction, since its server has what that
  /// needs.
  var keepsLink = false

  /// - Parameters:
  ///   - role: whether the connection may write.
  ///   - links: the links that it shares with others; nil if it has its own.
  ///   - choice: the servers to choose from for its own links; nil for the configured one.
  init(
    _ configuration: PostgresConfiguration, _ role: ConnectionRole, name: String,
    history: ServerHistory, links: SharedLinks? = nil, choice: ReplicaChoice? = nil
  ) throws {
    self.name = name
    self.choice = links?.choice ?? choice
    sharedLinks = links
    schema = PostgresDialect(configuration).character.shortened(configuration.schema)
    isDistributed = configuration.isDistributed
    isStateless = configuration.isPooled || links != nil
    settings = ServerSettings(
      configuration, schema: schema,
      isReadOnly: role == .reader && configuration.maximumReaders > 0)
    if links == nil {
      take(try choice?.choose() ?? ServerLink(configuration, name: name, history: history))
    }
    do {
      try configure()
    } catch let error as PersistenceError
      where links != nil && [.databaseFailed, .busy].contains(error.code)
    {
      // A shared link may end just after it was taken. Nothing was done over it.
      try configure()
    }
    maximumAbsence = configuration.maximumAbsence
  }

  deinit { close() }

  /// Sends the settings to the server, and looks for the schema.
  func configure() throws {
    let lasting = isStateless ? "" : settings.sql(isLocal: false) + "; "
    let found = try limited(to: Self.patience) {
      try run(
        """
        \(lasting)SELECT to_regclass('\(LayoutTable.name)'), \
        has_schema_privilege(n.oid, 'USAGE'), current_user, \(Self.limitsStatements) \
        FROM (SELECT) AS one LEFT JOIN pg_catalog.pg_namespace AS n \
        ON n.nspname = \(PostgresDialect.literal(schema))
        """)
    }
    hasSchema = found.text(0, 1) != nil
    hasLayoutTable = found.text(0, 0) != nil
    serverLimitsStatements = found.text(0, 3) == "t"
    if found.text(0, 1) == "f" { throw unusableSchema(role: found.text(0, 2) ?? "") }
  }

  /// A condition that the role, the database or the connection string limits the time of statements.
  private static let limitsStatements = "current_setting('statement_timeout') <> '0'"

  /// The server leaves such a schema out of the search path without a word.
  private func unusableSchema(role: String) -> PersistenceError {
    let (schema, role) = (
      PostgresDialect.enclosed(schema, in: "\""), PostgresDialect.enclosed(role, in: "\"")
    )
    return PersistenceError(
      .cannotOpen,
      "The role may not use the schema of \(name); have its owner run GRANT USAGE ON SCHEMA \(schema) TO \(role).",
      databaseCode: "42501")
  }

  func setStatementTimeout(_ limit: Duration?) throws {
    var changed = settings
    changed.statementTimeout = limit
    if !isStateless {
      _ = try limited(to: Self.patience) { try run(changed.statementTimeoutSQL) }
    }
    settings = changed
  }

  private func take(_ link: ServerLink) {
    link.notices.didWarn = didWarn
    cancellation.withLock { $0 = link.cancellation }
    self.link = link
  }

  /// Reconnects if the connection to the server was lost, unless that was during the open
  /// transaction.
  func reconnectIfLost() throws {
    guard lostTransaction == nil, link?.isGone == true else { return }
    try awaitingServer(reconnect)
  }

  private func reconnect() throws {
    guard let link, link.isGone else { return }
    if let choice, link.replica != nil {
      // The server that answers now may have less than the one before.
      let other = try connecting { sign in
        try keepsLink ? choice.primary(stoppedBy: sign) : choice.choose(stoppedBy: sign)
      }
      return try adopt(other)
    }
    cancellation.withLock { $0 = nil }
    try connecting { try link.reconnect(stoppedBy: $0) }
    cancellation.withLock { $0 = link.cancellation }
    try beginAnew()
  }

  /// Runs a closure, and again while the server is away.
  func awaitingServer<R>(_ body: () throws -> R) throws -> R {
    var absence = ServerAbsence(upTo: maximumAbsence)
    while true {
      do {
        return try body()
      } catch let error as PersistenceError where error.saysServerIsAway {
        try connecting { try absence.pause(after: error, stoppedBy: $0) }
      }
    }
  }

  /// Runs a closure that may open a link, which ``interrupt()`` can end.
  func connecting<R>(_ body: (StopSign) throws -> R) rethrows -> R {
    try sign.whileConnecting { try body(sign) }
  }

  /// Continues over another link.
  func adopt(_ other: ServerLink) throws {
    leaveLink()
    take(other)
    try beginAnew()
  }

  /// Discards everything that the connection had on the server.
  private func beginAnew() throws {
    generation += 1
    let waiting = queued.takeForNewConnection()
    defer { queued = waiting }
    do {
      try configure()
    } catch {
      // Without its settings, the connection would go on in another schema.
      link?.giveUp()
      throw error
    }
  }

  func close() {
    if isClosed { return }
    isClosed = true
    leaveLink()
  }

  /// Returns a shared link to its pool, or closes its own.
  private func leaveLink() {
    cancellation.withLock { $0 = nil }
    guard let link else { return }
    self.link = nil
    if let sharedLinks { sharedLinks.giveBack(link) } else { link.close() }
  }

  // MARK: State

  /// Whether the connection cannot be used any more.
  var isLost: Bool { isClosed || link?.isLost == true }

  var isInTransaction: Bool {
    !isClosed
      && (queued.beginTransaction || lostTransaction != nil || link?.isInTransaction == true)
  }

  /// Whether all statements see one state of the database until the end of the open transaction.
  var seesOneState: Bool { isInTransaction && holdsSnapshot }

  /// Whether the open transaction refuses everything except its end.
  var isSpoiled: Bool { link?.isSpoiled == true }

  /// Whether the server refuses the next statement, too, since no rollback to a savepoint is sent
  /// before it.
  var refusesAll: Bool { isSpoiled && !queued.rollsBack }

  var closedError: PersistenceError {
    PersistenceError(.storeClosed, "The connection to \(name) has been closed.")
  }

  // MARK: Round trips

  /// Runs a closure that waits for the server's answer, on the link of the open transaction.
  func roundTrip<R>(_ body: (ServerLink) throws -> R) throws -> R {
    if isClosed { throw closedError }
    try receiveAwaited()
    if let lostTransaction { throw lostTransaction }
    if !isInTransaction { transactionNumber += 1 }
    roundTrips += 1
    let (isInTransaction, isBeginning) = (isInTransaction, queued.beginTransaction)
    let link = try takeLink()
    if isBeginning { keepsLink = false }
    defer { returnLink() }
    link.beginStatement(
      isFirst: !isInTransaction || isBeginning, limit: statementLimit, patience: answerLimit)
    link.cancellation?.beginWait()
    defer { link.cancellation?.endWait() }
    do {
      return try body(link)
    } catch let error as PersistenceError where isInTransaction && link.isLost {
      // Nothing was done if it was the first statement.
      let lost =
        isBeginning && ![.commitUnknown, .interrupted].contains(error.code)
        ? PersistenceError(
          .busy, error.message, sql: error.sql, databaseCode: error.databaseCode) : error
      lostTransaction = lost
      throw lost
    }
  }

  /// Ends a lost transaction, which the server has rolled back by itself. Returns false for any
  /// other.
  func endLostTransaction() -> Bool {
    defer { lostTransaction = nil }
    return lostTransaction != nil
  }

  /// Returns the link; takes a shared one if there is none yet.
  func takeLink() throws -> ServerLink {
    if let link { return link }
    guard let sharedLinks else { throw closedError }
    let link = try awaitingServer { try connecting { try sharedLinks.take(stoppedBy: $0) } }
    take(link)
    return link
  }

  /// Returns a shared link to its pool when its transaction has ended.
  private func returnLink() {
    guard sharedLinks != nil, !keepsLink, link?.isInTransaction == false else { return }
    leaveLink()
  }

  /// Lets go of a link that was kept for a transaction which has not begun.
  func stopKeepingLink() {
    guard keepsLink else { return }
    keepsLink = false
    returnLink()
  }

  /// Removes and returns the texts that go before the next statement: those that wait, and the
  /// settings if the server keeps none.
  func takeQueued(_ link: ServerLink) -> [String] {
    let isBeginning = queued.beginTransaction
    var texts = queued.take(isSpoiled: link.isSpoiled)
    if isStateless && !link.isInTransaction {
      texts.insert(settings.sql(isLocal: true), at: isBeginning ? 1 : 0)
    }
    return texts
  }

  // MARK: Interruption

  func interrupt() {
    if sign.raise() { return }
    cancellation.withLock { $0?.send() }
  }

  /// Drops the link if the server has been silent for too long while a transaction ends.
  func abandonIfSilent() {
    if sign.raise() { return }
    cancellation.withLock { $0?.dropIfSilent(for: Cancellation.graceOfEnd) }
  }

  /// Runs a closure whose statements the server answers at once, or else within a limit. Otherwise the link is dropped.
  func limited<R>(to limit: Duration, _ body: () throws -> R) rethrows -> R {
    let earlier = answerLimit
    answerLimit = limit
    defer { answerLimit = earlier }
    return try body()
  }
}
