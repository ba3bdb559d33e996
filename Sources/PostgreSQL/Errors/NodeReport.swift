import PersistentObjectsDriver

/// Reading of what Citus reports about another node of a cluster: often with the SQLSTATE of an
/// internal error, never with the names of a table, a column or a constraint, and with the names of
/// *shards*, which end with their numbers: `book_102041`. Its own messages are never translated.
enum NodeReport {
  // MARK: The cause of a failure

  /// The function of Citus that reports what was refused while rows were copied to another node, as
  /// `COPY` and `INSERT … SELECT` do.
  static let functionOfCopies = "ReportCopyError"

  /// Returns the SQLSTATE of such a failure, which Citus does not pass on; nil for one that is
  /// unknown.
  static func state(message: String, detail: String?) -> String? {
    if let known = states.first(where: { message.contains($0.part) }) { return known.state }
    // The server's messages may be in any language.
    return detail?.contains(")=(") == true ? "23505" : nil
  }

  private static let states: [(part: String, state: String)] = [
    ("violates unique constraint", "23505"),
    ("violates foreign key constraint", "23503"),
    ("violates not-null constraint", "23502"),
    ("violates check constraint", "23514"),
    ("violates exclusion constraint", "23P01"),
    ("could not serialize access", "40001"),
    ("deadlock detected", "40P01"),
    ("due to lock timeout", "55P03"),
    ("due to statement timeout", "57014"),
    ("due to user request", "57014"),
  ]

  /// Whether an internal error only says that Citus cannot do something, such as make a trigger.
  static func isRefusal(_ message: String) -> Bool { message.contains("not supported") }

  // MARK: Names

  /// Returns the table of a violated constraint; nil if neither the message nor the statement names
  /// it.
  static func table(of kind: ConstraintViolation.Kind, message: String, sql: String) -> String? {
    if kind != .foreignKey { return target(of: sql) }
    // The last one is the table with the reference, which need not be that of the statement.
    let last = message.matches(of: /table "(.+?)"/).last
    return last.map { withoutNumber(String($0.output.1)) }
  }

  /// Returns the table to which a statement writes, as the database stores its name.
  private static func target(of sql: String) -> String? {
    let target = /(?:INSERT INTO|UPDATE|DELETE FROM|COPY) (?:"((?:[^"]|"")+)"|([\w$]+))/
    guard let match = sql.firstMatch(of: target) else { return nil }
    if let name = match.output.2 { return String(name) }
    return match.output.1.map { String($0).replacing("\"\"", with: "\"") }
  }

  /// Returns the column that may not be NULL, from the server's message.
  static func column(in message: String) -> String? {
    message.firstMatch(of: /column "(.+)" of relation/).map { String($0.output.1) }
  }

  private static func withoutNumber(_ shard: String) -> String {
    shard.replacing(/_\d+$/, with: "")
  }
}

extension ServerReport {
  /// Whether the failure is a reason why a transaction cannot be committed.
  private var refusesCommit: Bool {
    ["40001", "40P01"].contains(state) || state?.hasPrefix("23") == true
  }

  /// Whether another node did not confirm a commit.
  private var isOfNodeCommit: Bool { message.hasPrefix("failed to commit transaction on ") }

  /// Whether a warning may tell why a statement has failed.
  var mayExplainFailure: Bool { refusesCommit || isOfNodeCommit }

  /// Replaces an internal error by its cause: Citus reports what another node has refused as a
  /// warning, and fails after it.
  mutating func explain(by warnings: [ServerReport], isCommit: Bool) {
    if isOfServerItself, let cause = warnings.first(where: \.refusesCommit) {
      self = cause
    } else if isCommit {
      mayBeCommitted =
        isOfAbsentNode || isOfServerItself && warnings.contains(where: \.isOfNodeCommit)
    }
  }
}
