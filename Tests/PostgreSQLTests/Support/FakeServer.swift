import Foundation
import Testing

@testable import PersistentObjectsPostgreSQL

/// A server on this machine's network that refuses each connection, or accepts it and says nothing,
/// until it is closed.
final class FakeServer {
  let port: UInt16
  private let listener: Int32
  private let answers: Bool

  /// - Parameters:
  ///   - refusal: the SQLSTATE and the message of the refusal; nil for silence.
  ///   - greets: whether it lets clients in before it is silent.
  init(refusal: (state: String, message: String)? = nil, greets: Bool = false) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    // Without an address, it gets a free port.
    try #require(listen(listener, 8) == 0)
    port = try #require(Self.port(of: listener))
    self.listener = listener
    answers = refusal != nil || greets
    if let refusal { serveAll(answering: Self.report(refusal)) }
    if greets { serveAll(answering: Self.greeting, keepsClients: true) }
  }

  func close() {
    shutdown(listener, Int32(SHUT_RDWR))
    // Otherwise the thread that answers does so: it might take another server's listener for this
    // one.
    if !answers { Foundation.close(listener) }
  }

  /// A configuration with servers to be tried one after another.
  static func configuration(_ servers: [FakeServer], limit: Int = 60) -> PostgresConfiguration {
    let hosts = servers.map { _ in "127.0.0.1" }.joined(separator: ",")
    let ports = servers.map { "\($0.port)" }.joined(separator: ",")
    return PostgresConfiguration(
      """
      host=\(hosts) port=\(ports) user=clerk dbname=shop sslmode=disable gssencmode=disable \
      connect_timeout=\(limit)
      """)
  }

  static func port(of listener: Int32) -> UInt16? {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(listener, $0, &length)
      }
    }
    return result == 0 ? UInt16(bigEndian: address.sin_port) : nil
  }

  private static func report(_ refusal: (state: String, message: String)) -> [UInt8] {
    let fields = Array(
      """
      SFATAL\0VFATAL\0C\(refusal.state)\0M\(refusal.message)\0Fproc.c\0L356\0RInitProcess\0\0
      """.utf8)
    return [UInt8(ascii: "E"), 0, 0, 0, UInt8(fields.count + 4)] + fields
  }

  /// The messages AuthenticationOk, BackendKeyData and ReadyForQuery.
  private static let greeting: [UInt8] =
    [UInt8(ascii: "R"), 0, 0, 0, 8, 0, 0, 0, 0]
    + [UInt8(ascii: "K"), 0, 0, 0, 12, 0, 0, 0, 1, 0, 0, 0, 1]
    + [UInt8(ascii: "Z"), 0, 0, 0, 5, UInt8(ascii: "I")]

  private func serveAll(answering answer: [UInt8], keepsClients: Bool = false) {
    let listener = listener
    Thread.detachNewThread {
      var clients: [Int32] = []
      while true {
        let client = accept(listener, nil, nil)
        if client < 0 { break }
        var received = [UInt8](repeating: 0, count: 1 << 12)
        _ = read(client, &received, received.count)
        // Without the signal that ends the process if the client has gone.
        _ = send(client, answer, answer.count, Int32(MSG_NOSIGNAL))
        if keepsClients { clients.append(client) } else { Foundation.close(client) }
      }
      for socket in clients + [listener] { Foundation.close(socket) }
    }
  }
}
