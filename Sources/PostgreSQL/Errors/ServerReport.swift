import CPostgreSQL
import PersistentObjectsEngine

/// The server's report of a failure.
struct ServerReport {
  /// The SQLSTATE; nil if the connection was lost.
  private let state: String?
  private let message: String
  private let detail: String?
  private let table: String?
  private let column: String?
  private let position: Int?
  /// Whether only a statement has failed, rather than the connection; false if the server does not tell.
  private let isOfStatement: Bool
  /// The function of the server that refused.
  private let source: String?
  private let server: String

  init(_ result: OpaquePointer?, of server: String, message: String) {
    func field(_ code: UInt8) -> String? {
      PQresultErrorField(result, Int32(code)).map { String(cString: $0) }
    }
    state = field(UInt8(ascii: "C"))
    self.message = field(UInt8(ascii: "M")) ?? message
    detail = field(UInt8(ascii: "D"))
    table = field(UInt8(ascii: "t"))
    column = field(UInt8(ascii: "c"))
    position = field(UInt8(ascii: "P")).flatMap { Int($0) }
    isOfStatement = field(UInt8(ascii: "V")) == "ERROR"
    source = field(UInt8(ascii: "R"))
    self.server = server
  }

  /// Whether the server ends the connection, or cannot be reached any more.
  var saysGoodbye: Bool {
    // A server also rejects the form of a value as a violation of the protocol; a pooler ends connections with it.
    if state == "08P01" && isOfStatement { return false }
    return ["57P01", "57P02", "57P03", "57P05"].contains(state) || state?.hasPrefix("08") == true
  }

  /// Whether the server itself has failed, rather than refused something.
  var isOfServerItself: Bool { state?.hasPrefix("XX") == true }

  /// Whether the failure is a reason why a transaction cannot be committed.
  var refusesCommit: Bool {
    ["40001", "40P01"].contains(state) || state?.hasPrefix("23") == true
  }

  /// Whether a ``Demand`` has failed, rather than a trigger of the user with the same SQLSTATE.
  var isOfDemand: Bool { state == Demand.code && source != "exec_stmt_raise" }

  /// - Parameters:
  ///   - isInterrupted: whether a statement that was stopped did not reach its maximum time.
  ///   - isLost: whether the connection cannot be used any more.
  ///   - isCommit: whether the statement was a `COMMIT`.
  func error(
    sql: String, isInterrupted: Bool, isLost: Bool, isCommit: Bool
  ) -> PersistenceError {
    let code = isLost ? (isCommit ? .commitUnknown : .databaseFailed) : code(isInterrupted)
    var error = PersistenceError(code, sentence(code, isLost), sql: sql, databaseCode: state)
    if code == .constraintViolated { error.constraint = violation }
    return error
  }

  /// Returns the code for the class of the SQLSTATE, or for a single SQLSTATE that is an exception.
  private func code(_ isInterrupted: Bool) -> PersistenceError.Code {
    switch state ?? "" {
    case "40001", "40P01", "55P03", "53300": .busy
    case "57014": isInterrupted ? .interrupted : .timedOut
    case "25006", "42501": .readOnly
    // Another transaction has changed a column's type since the statement was prepared.
    case "0A000" where source == "RevalidateCachedQuery": .busy
    case "53100": .diskFull
    case let state where state.hasPrefix("23"): .constraintViolated
    case let state where state.hasPrefix("42") || state.hasPrefix("0A"): .invalidQuery
    case let state where state.hasPrefix("XX"): .corrupt
    default: .databaseFailed
    }
  }

  private func sentence(_ code: PersistenceError.Code, _ isLost: Bool) -> String {
    if code == .commitUnknown {
      return """
        The connection to \(server) was lost during a COMMIT, so it is not known whether the transaction was \
        committed; check before you run it again. \(says)
        """
    }
    if isLost {
      return "The connection to \(server) was lost; try again when the server is available. \(says)"
    }
    switch code {
    case .busy: return "Another transaction conflicts with this one; run this one again. \(says)"
    case .interrupted: return "The statement was interrupted. \(says)"
    case .timedOut: return "The statement took longer than statementTimeout and was stopped."
    case .readOnly: return "\(server) does not allow this to be written. \(says)"
    case .diskFull: return "The disk of \(server) is full; free space on it. \(says)"
    case .constraintViolated: return "A constraint rejected the change. \(says)"
    case .invalidQuery:
      return "The SQL is not valid\(position.map { " at character \($0)" } ?? ""). \(says)"
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
    // Messages about data have values in quotes, which may contain quotes themselves.
    let message =
      state?.hasPrefix("22") == true ? message.replacing(/(?s)".*"/, with: "\"…\"") : message
    return "PostgreSQL says: \(message)\(message.hasSuffix(".") ? "" : ".")"
  }

  /// The beginning of the text that computed SQL has in place of a number that its kind cannot
  /// hold.
  static let noResult = "the result is no"

  // MARK: Constraints

  private var violation: ConstraintViolation {
    let kind: ConstraintViolation.Kind =
      switch state {
      case "23505": .unique
      case "23502": .notNull
      case "23503": .foreignKey
      default: .other
      }
    return ConstraintViolation(kind, table: table, columns: column.map { [$0] } ?? keyColumns)
  }

  /// The columns that the detail names: `Key (last_name, "a b")=(…) already exists.`
  private var keyColumns: [String] {
    guard let detail, let start = detail.firstIndex(of: "("),
      let end = detail.firstRange(of: ")=(")
    else { return [] }
    var names: [String] = []
    var rest = detail[detail.index(after: start)..<end.lowerBound]
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
