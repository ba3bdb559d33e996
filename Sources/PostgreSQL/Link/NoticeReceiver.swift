import CPostgreSQL

/// A receiver of a server's warnings, which libpq reports while a statement runs.
final class NoticeReceiver {
  var didWarn: ((String) -> Void)?
  /// The warnings since the statement began that may tell why it fails.
  private(set) var warnings: [ServerReport] = []
  /// The report by which the server has ended the connection between two statements; libpq has no
  /// other way to pass it.
  private(set) var farewell: ServerReport?
  private let server: String

  /// - Parameter server: the server's name, for messages.
  init(of server: String) { self.server = server }

  func beginStatement() { warnings.removeAll() }

  /// Makes libpq call this object, which must live as long as the connection.
  func receive(from connection: OpaquePointer) {
    farewell = nil
    let context = Unmanaged.passUnretained(self).toOpaque()
    _ = PQsetNoticeReceiver(
      connection,
      { context, result in
        guard let context, let result else { return }
        // Unretained: the connection, which calls this, keeps the receiver alive.
        let receiver = Unmanaged<NoticeReceiver>.fromOpaque(context).takeUnretainedValue()
        receiver.take(result)
      }, context)
  }

  private func take(_ result: OpaquePointer) {
    func field(_ code: Unicode.Scalar) -> String {
      PQresultErrorField(result, Int32(code.value)).map { String(cString: $0) } ?? ""
    }
    let report = ServerReport(result, of: server, message: "")
    if report.saysGoodbye { farewell = report }
    if report.mayExplainFailure { warnings.append(report) }
    didWarn?("\(field("S")): \(field("M"))")
  }
}
