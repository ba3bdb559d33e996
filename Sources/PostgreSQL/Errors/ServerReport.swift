import CPostgreSQL
import PersistentObjectsDriver

/// A maximum time of statements, by who has set it.
enum StatementLimit {
  case ofStore, ofServer

  fileprivate var name: String {
    switch self {
    case .ofStore: "statementTimeout"
    case .ofServer: "the statement_timeout of its role, database or connection string"
    }
  }
}

/// The server's report of a failure.
struct ServerReport {
  /// The SQLSTATE; nil if the connection was lost.
  let state: String?
  let message: String
  let detail: String?
  private let table: String?
  private let column: String?
  private let position: Int?
  /// The severity, such as `ERROR` or `FATAL`; nil if the server does not tell.
  private let severity: String?
  /// The function of the server that refused; nil if it was a pooler, or libpq.
  private let source: String?
  private let server: String
  /// Whether the connection was dropped, since the server said nothing.
  private var isOfSilence = false
  /// Whether another node may have committed the transaction.
  var mayBeCommitted = false

  init(_ result: OpaquePointer?, of server: String, message: String) {
    func field(_ code: UInt8) -> String? {
      PQresultErrorField(result, Int32(code)).map { String(cString: $0) }
    }
    self.message = field(UInt8(ascii: "M")) ?? message
    detail = field(UInt8(ascii: "D"))
    table = field(UInt8(ascii: "t"))
    column = field(UInt8(ascii: "c"))
    position = field(UInt8(ascii: "P")).flatMap { Int($0) }
    severity = field(UInt8(ascii: "V"))
    source = field(UInt8(ascii: "R"))
    let state = field(UInt8(ascii: "C"))
    self.state =
      source == NodeReport.functionOfCopies
      ? NodeReport.state(message: self.message, detail: detail) ?? state : state
    self.server = server
  }

  /// Whether the server ends the connection, or cannot be reached any more.
  var saysGoodbye: Bool {
    switch severity {
    // A statement can raise any SQLSTATE, such as that of a connection which it has lost itself.
    case "ERROR": false
    case "FATAL", "PANIC": true
    default: isOfEnding || state?.hasPrefix("08") == true
    }
  }

  /// Notes that the connection was dropped, unless the server has reported something before.
  mutating func blameSilence() { isOfSilence = state == nil }

  /// Returns whether a failure says that the server is away, or goes away, such as during a
  /// restart, and so has done nothing. Those without an SQLSTATE are those to connect.
  static func isOfAbsence(_ state: String?) -> Bool {
    guard let state else { return true }
    return endings.contains(state) || state.hasPrefix("08")
  }

  /// Whether the server says that it ends all connections, or has ended this one while it was idle.
  var isOfEnding: Bool { state.map { Self.endings.contains($0) } ?? false }

  /// The SQLSTATEs of servers that stop, start or recover.
  private static let endings: Set = ["57P01", "57P02", "57P03", "57P05"]

  /// Whether the server reports the failure, rather than a pooler or libpq.
  var comesFromServer: Bool { source != nil }

  var hasState: Bool { state != nil }

  /// Whether the server, which goes on, says that another node of a cluster is away, rather than a
  /// trigger of the user with the same SQLSTATE.
  var isOfAbsentNode: Bool {
    severity == "ERROR" && (isOfEnding || state == "08006") && !isRaised
  }

  private var isRaised: Bool { source == "exec_stmt_raise" }

  /// Whether the server itself has failed, rather than refused something.
  var isOfServerItself: Bool { state?.hasPrefix("XX") == true }

  /// Whether a ``Demand`` has failed, rather than a trigger of the user with the same SQLSTATE.
  var isOfDemand: Bool { state == Demand.code && !isRaised }

  /// - Parameters:
  ///   - wasInterrupted: whether the program has asked to stop the statement.
  ///   - limit: the maximum time of the statement, if it has one.
  ///   - isLost: whether the connection cannot be used any more.
  ///   - isCommit: whether the statement was a `COMMIT`.
  func error(
    sql: String, wasInterrupted: Bool, limit: StatementLimit?, isLost: Bool, isCommit: Bool
  ) -> PersistenceError {
    let isUnknown = isCommit && (isLost || state == "40003" || mayBeCommitted)
    let code: PersistenceError.Code =
      if isUnknown { .commitUnknown } else if isLost { codeOfLoss(wasInterrupted) }
      // Without a limit, it was stopped by an administrator.
      else { code(isInterrupted: wasInterrupted || limit == nil) }
    var error = PersistenceError(
      code, sentence(code, isLost: isLost, limit: limit), sql: sql, databaseCode: state)
    if code == .constraintViolated { error.constraint = violation(by: sql) }
    return error
  }

  /// Returns the code for the class of the SQLSTATE, or for a single SQLSTATE that is an exception.
  private func code(isInterrupted: Bool) -> PersistenceError.Code {
    if isOfAbsentNode { return .busy }
    return switch state ?? "" {
    case "40001", "40P01", "55P03", "53300": .busy
    case "57014": isInterrupted ? .interrupted : .timedOut
    case "25006", "42501": .readOnly
    // Another transaction has changed a column's type since the statement was prepared.
    case "0A000" where source == "RevalidateCachedQuery": .busy
    case "53100": .diskFull
    case let state where state.hasPrefix("23"): .constraintViolated
    case let state where state.hasPrefix("42") || state.hasPrefix("0A"): .invalidQuery
    case let state where state.hasPrefix("XX"):
      NodeReport.isRefusal(message) ? .unsupported : .corrupt
    default: .databaseFailed
    }
  }

  /// Returns the code for the loss of the connection.
  private func codeOfLoss(_ wasInterrupted: Bool) -> PersistenceError.Code {
    if isOfSilence { return wasInterrupted ? .interrupted : .busy }
    return isOfEnding ? .busy : .databaseFailed
  }

  private func sentence(
    _ code: PersistenceError.Code, isLost: Bool, limit: StatementLimit?
  ) -> String {
    if code == .commitUnknown {
      let cause =
        isOfSilence
        ? "\(server) did not answer a COMMIT, and the connection was dropped"
        : isLost
          ? "The connection to \(server) was lost during a COMMIT"
          : mayBeCommitted
            ? "A node of \(server) has not confirmed a COMMIT"
            : "\(server) cannot tell the outcome of a COMMIT"
      return """
        \(cause), so it is not known whether the transaction was committed; check before you run it again. \(isOfSilence ? "" : says)
        """
    }
    if isOfSilence {
      return
        "\(server) did not answer in time, so the connection was dropped; nothing was committed."
    }
    if isLost {
      return "The connection to \(server) was lost; try again when the server is available. \(says)"
    }
    switch code {
    case .busy where isOfAbsentNode:
      return "A node of \(server) cannot be reached; nothing was committed. \(says)"
    case .busy where state == "0A000":
      return "Tables were changed in the meantime; run the transaction again. \(says)"
    case .busy: return "Another transaction conflicts with this one; run this one again. \(says)"
    case .interrupted: return "The statement was interrupted. \(says)"
    case .timedOut: return "The statement took longer than \(limit?.name ?? "") and was stopped."
    case .readOnly: return "\(server) does not allow this to be written. \(says)"
    case .diskFull: return "The disk of \(server) is full; free space on it. \(says)"
    case .constraintViolated: return "A constraint rejected the change. \(says)"
    case .invalidQuery:
      return "The SQL is not valid\(position.map { " at character \($0)" } ?? ""). \(says)"
    case .unsupported: return "Citus cannot do this in a distributed schema. \(says)"
    case .corrupt: return "\(server) had an internal error; see its log. \(says)"
    default:
      let remedy = state == "54000" && message.contains("index row") ? Self.indexRemedy : ""
      return "PostgreSQL rejected the statement. \(says)\(remedy)"
    }
  }

  private static let indexRemedy = """
     On PostgreSQL, text and bytes in an index, in a set or as keys of a dictionary can have at most some 2,700 \
    bytes; keep longer ones in an array, or elsewhere.
    """

  private var says: String {
    if let range = message.firstRange(of: Self.noResult) {
      return
        "The result of a computation is not a valid \(message[range.upperBound...].filter(\.isLetter))."
    }
    if message.contains(Self.noUnsignedNumber) {
      return """
        A column of unsigned numbers holds a value that is \(Self.noUnsignedNumber); correct it with \
        SQL, or, if another codec wrote the column, rewrite it with store.recode.
        """
    }
    // Messages about data have values in quotes, which may contain quotes themselves.
    let message =
      state?.hasPrefix("22") == true ? message.replacing(/(?s)".*"/, with: "\"…\"") : message
    return "PostgreSQL says: \(message)\(message.hasSuffix(".") ? "" : ".")"
  }

  /// The beginning of the text that computed SQL has in place of a number that its kind cannot
  /// hold.
  static let noResult = "the result is no"
  /// The text that SQL has in place of a value that does not fit a column of unsigned numbers.
  static let noUnsignedNumber = "no unsigned number"

  // MARK: Constraints

  private func violation(by sql: String) -> ConstraintViolation {
    let kind: ConstraintViolation.Kind =
      switch state {
      case "23505": .unique
      case "23502": .notNull
      case "23503": .foreignKey
      default: .other
      }
    let column = column ?? (kind == .notNull ? NodeReport.column(in: message) : nil)
    return ConstraintViolation(
      kind, table: table ?? NodeReport.table(of: kind, message: message, sql: sql),
      columns: column.map { [$0] } ?? keyColumns)
  }

  /// The columns of a violated key, which the detail names:
  /// `Key (last_name, "a b")=(…) already exists.` Other details have values.
  private var keyColumns: [String] {
    guard ["23503", "23505", "23P01"].contains(state), let detail,
      let start = detail.firstIndex(of: "(")
    else { return [] }
    var rest = detail[start...].dropFirst()
    guard let end = rest.firstRange(of: ")=(") else { return [] }
    rest = rest[..<end.lowerBound]
    var names: [String] = []
    while !rest.isEmpty {
      guard let name = Self.takeName(&rest) else { return [] }
      names.append(name)
      if rest.hasPrefix(", ") { rest = rest.dropFirst(2) }
    }
    return names
  }

  /// Removes a name from the beginning and returns it; nil for an expression.
  private static func takeName(_ rest: inout Substring) -> String? {
    guard rest.first == "\"" else {
      let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }
      rest = rest.dropFirst(name.count)
      return name.isEmpty || !(rest.isEmpty || rest.hasPrefix(", ")) ? nil : String(name)
    }
    var name = ""
    rest = rest.dropFirst()
    while let end = rest.firstIndex(of: "\"") {
      name += rest[..<end]
      rest = rest[rest.index(after: end)...]
      guard rest.first == "\"" else { return name }
      name.append("\"")
      rest = rest.dropFirst()
    }
    return nil
  }
}
