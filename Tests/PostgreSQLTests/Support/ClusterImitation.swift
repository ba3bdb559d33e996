import Foundation
import Synchronization
import Testing

@testable import PersistentObjectsPostgreSQL

/// A relay to the server that the environment names, which reports failures as Citus 12.1 does when
/// another node has met them: without the names of tables and columns, with those of shards, as an
/// internal error if rows were copied, and as warnings before an internal error if a commit was
/// refused.
final class ClusterImitation: Sendable {
  let port: UInt16
  private let listener: Int32

  /// Whether there is a server on a socket of this machine.
  static var isPossible: Bool { serverPath != nil }

  private static var serverPath: String? {
    let environment = ProcessInfo.processInfo.environment
    guard let folder = environment["PGHOST"], folder.hasPrefix("/") else { return nil }
    return "\(folder)/.s.PGSQL.\(environment["PGPORT"] ?? "5432")"
  }

  init() throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    // Without an address, it gets a free port.
    try #require(listen(listener, 64) == 0)
    port = try #require(FakeServer.port(of: listener))
    self.listener = listener
    let path = try #require(Self.serverPath)
    Thread.detachNewThread {
      while true {
        let client = accept(listener, nil, nil)
        if client < 0 { return }
        guard let server = Self.connect(to: path) else {
          Foundation.close(client)
          continue
        }
        Relay(client: client, server: server).start()
      }
    }
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  /// A schema that is reached through this relay.
  func schema() -> TestSchema {
    TestSchema {
      $0.connection = """
        host=127.0.0.1 port=\(self.port) sslmode=disable gssencmode=disable
        """
    }
  }

  private static func connect(to path: String) -> Int32? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let result = withUnsafePointer(to: address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Foundation.connect(server, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    return result == 0 ? server : nil
  }
}

/// One connection of a ``ClusterImitation``.
private final class Relay: Sendable {
  private let client: Int32
  private let server: Int32
  /// The texts that were sent since the server was ready last, and those of prepared statements.
  private let texts = Mutex((sent: [String](), prepared: [String: String]()))

  init(client: Int32, server: Int32) { (self.client, self.server) = (client, server) }

  func start() {
    Thread.detachNewThread { self.pass(from: self.client, to: self.server, hasStart: true) }
    Thread.detachNewThread { self.pass(from: self.server, to: self.client, hasStart: false) }
  }

  /// Passes messages on until one side ends the connection.
  ///
  /// - Parameter hasStart: whether the first message has no letter.
  private func pass(from source: Int32, to target: Int32, hasStart: Bool) {
    var isStart = hasStart
    while let message = Self.message(from: source, isStart: isStart) {
      let passed = hasStart ? [noted(message)] : answers(message)
      isStart = false
      if !passed.allSatisfy({ Self.send($0, to: target) }) { break }
    }
    shutdown(source, Int32(SHUT_RDWR))
    shutdown(target, Int32(SHUT_RDWR))
  }

  // MARK: Messages

  struct Message {
    /// The letter; nil for the first message.
    var kind: UInt8?
    var content: [UInt8]

    var texts: [String] {
      content.split(separator: 0, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    }
  }

  private static func message(from source: Int32, isStart: Bool) -> Message? {
    guard let header = bytes(isStart ? 4 : 5, from: source) else { return nil }
    let length = header.suffix(4).reduce(0) { $0 << 8 | Int($1) } - 4
    guard let content = bytes(length, from: source) else { return nil }
    return Message(kind: isStart ? nil : header[0], content: content)
  }

  private static func bytes(_ count: Int, from source: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let read = bytes.withUnsafeMutableBytes { memory in
        recv(source, memory.baseAddress.map { $0 + done }, count - done, 0)
      }
      if read <= 0 { return nil }
      done += read
    }
    return bytes
  }

  private static func send(_ message: Message, to target: Int32) -> Bool {
    var bytes = message.kind.map { [$0] } ?? []
    withUnsafeBytes(of: UInt32(message.content.count + 4).bigEndian) { bytes += $0 }
    bytes += message.content
    // Without the signal that ends the process if the other side has gone.
    return Foundation.send(target, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
  }

  /// Notes the text of a statement that the client sends.
  private func noted(_ message: Message) -> Message {
    let parts = message.texts
    switch message.kind {
    case UInt8(ascii: "Q"): texts.withLock { $0.sent.append(parts[0]) }
    case UInt8(ascii: "P"): texts.withLock { $0.prepared[parts[0]] = parts[1] }
    case UInt8(ascii: "B"):
      texts.withLock { texts in texts.sent.append(texts.prepared[parts[1]] ?? "") }
    default: break
    }
    return message
  }

  // MARK: Reports

  /// Returns the server's message, or what Citus says in place of a failure.
  private func answers(_ message: Message) -> [Message] {
    switch message.kind {
    case UInt8(ascii: "Z"): texts.withLock { $0.sent = [] }
    case UInt8(ascii: "E"): return reports(Report(message))
    default: break
    }
    return [message]
  }

  private func reports(_ report: Report) -> [Message] {
    let sent = texts.withLock { $0.sent }
    var report = report
    switch report["C"] {
    case "23503",
      "40001" where sent.contains { $0.contains("COMMIT") }:
      report.takeToNode()
      report["S"] = "WARNING"
      report["V"] = "WARNING"
      let failure = Report(
        "WARNING", "01000", "failed to commit transaction on 127.0.0.1:9701",
        "FinishRemoteTransactionCommit")
      let end = Report(
        "ERROR", "XX000",
        "could not commit transaction for shard \(Report.shard) on at least one active node",
        "ErrorIfPostCommitFailedShardPlacements")
      return [report.message("N"), failure.message("N"), end.message("E")]
    case "23502", "23505", "23514":
      report.takeToNode()
      if sent.contains(where: { $0.contains("unnest(") || $0.contains("COPY ") }) {
        report["C"] = "XX000"
        report["R"] = "ReportCopyError"
      }
    // A trigger that raises it plays a node that is away.
    case "08006": report["R"] = "FinishConnectionEstablishment"
    default: break
    }
    return [report.message("E")]
  }

  /// The fields of a report, by their letters.
  private struct Report {
    static let shard = 102_041
    private var fields: [(letter: String, text: String)]

    init(_ message: Message) {
      fields = message.texts.filter { !$0.isEmpty }.map {
        (String($0.prefix(1)), String($0.dropFirst()))
      }
    }

    init(_ severity: String, _ state: String, _ text: String, _ function: String) {
      fields = [
        ("S", severity), ("V", severity), ("C", state), ("M", text), ("F", "citus.c"), ("L", "1"),
        ("R", function),
      ]
    }

    subscript(letter: String) -> String? {
      get { fields.first { $0.letter == letter }?.text }
      set {
        fields.removeAll { $0.letter == letter }
        if let newValue { fields.append((letter, newValue)) }
      }
    }

    /// Leaves out the names that Citus does not pass on, and replaces the others by those of
    /// shards.
    mutating func takeToNode() {
      for letter in ["s", "t", "c", "d", "n"] { self[letter] = nil }
      for letter in ["M", "D"] {
        self[letter] = self[letter]?.replacing(/(table|relation|constraint) "(.+?)"/) {
          "\($0.output.1) \"\($0.output.2)_\(Self.shard)\""
        }
      }
      self["R"] = "ReportResultError"
    }

    func message(_ kind: Unicode.Scalar) -> Message {
      Message(
        kind: UInt8(kind.value),
        content: fields.flatMap { Array("\($0.letter)\($0.text)".utf8) + [0] } + [0])
    }
  }
}
