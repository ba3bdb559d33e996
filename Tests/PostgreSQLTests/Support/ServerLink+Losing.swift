import Foundation
import Testing

@testable import PersistentObjectsPostgreSQL

extension ServerLink {
  /// Puts another socket in place of the link's. When it has received something, it answers and is
  /// closed.
  func loseNextStatement(answering answer: [UInt8] = []) throws {
    var ends: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    let other = ends[1]
    try #require(dup2(ends[0], socket) == socket)
    Foundation.close(ends[0])
    Thread {
      var received = [UInt8](repeating: 0, count: 1 << 16)
      _ = read(other, &received, received.count)
      _ = write(other, answer, answer.count)
      Foundation.close(other)
    }.start()
  }

  /// The message by which PgBouncer ends a client, as of version 1.18.
  static let farewellOfPooler: [UInt8] = {
    let fields = Array("SFATAL\0C08P01\0Mquery_timeout\0\0".utf8)
    return [UInt8(ascii: "E"), 0, 0, 0, UInt8(fields.count + 4)] + fields
  }()
}
