import Foundation
import PersistentObjects
import PersistentObjectsDriver
import TestSupport
import Testing

@testable import PersistentObjectsPostgreSQL

/// Servers that refuse connections, or accept them and say nothing.
@Suite(.timeLimit(.minutes(10))) struct ConnectingTests {
  /// libpq does not tell the SQLSTATE, and its message may be in another language.
  @Test(arguments: [
    ("53300", "sorry, too many clients already", PersistenceError.Code.busy),
    ("57P03", "das Datenbanksystem startet", PersistenceError.Code.busy),
    ("28P01", "no \"a:  53300: b\"", PersistenceError.Code.cannotOpen),
  ])
  func aRefusalHasTheCodeOfItsState(
    state: String, message: String, code: PersistenceError.Code
  ) throws {
    let server = try FakeServer(refusal: (state, message))
    defer { server.close() }
    let error = try #require(failure { _ = try open([server]) })
    #expect(error.code == code && error.databaseCode == state, "\(error)")
    #expect(error.message.hasSuffix("\", port \(server.port) failed: FATAL:  \(message)"))
  }

  @Test func aServerThatSaysNothingIsLeftForTheNextOne() throws {
    let (silent, other) = (try FakeServer(), try FakeServer(refusal: ("57P03", "starting up")))
    defer { for server in [silent, other] { server.close() } }
    let error = try #require(failure { _ = try open([silent, other], limit: 1) })
    #expect(error.code == .busy, "\(error)")
    #expect(error.message.contains("\", port \(silent.port) failed: timeout expired connection to"))
    #expect(error.message.hasSuffix("\", port \(other.port) failed: FATAL:  starting up"))
  }

  /// libpq tries the servers a second time if it has found no standby.
  @Test func theServersBeforeASilentOneAreTriedAgainInsteadOfAStandby() throws {
    let (other, silent) = (try FakeServer(refusal: ("57P03", "starting up")), try FakeServer())
    defer { for server in [other, silent] { server.close() } }
    var configuration = FakeServer.configuration([other, silent], limit: 1)
    configuration.connection += " target_session_attrs=prefer-standby"
    let driver = PostgresDriver(configuration)
    let error = try #require(failure { _ = try driver.openConnection(.writer) })
    #expect(error.message.contains("\", port \(silent.port) failed: timeout expired connection to"))
    #expect(error.message.hasSuffix("\", port \(other.port) failed: FATAL:  starting up"))
  }

  @Test func theLastServerThatSaysNothingIsNamed() throws {
    let server = try FakeServer()
    defer { server.close() }
    let error = try #require(failure { _ = try open([server], limit: 1) })
    #expect(error.code == .cannotOpen && error.databaseCode == nil, "\(error)")
    #expect(error.message.hasSuffix("\", port \(server.port) failed: timeout expired"))
  }

  @Test func aLimitThatIsNoNumberIsRefused() throws {
    let driver = PostgresDriver(PostgresConfiguration("host=/tmp/none connect_timeout=soon"))
    let error = try #require(failure { _ = try driver.openConnection(.writer) })
    #expect(error.code == .cannotOpen && error.message.contains("'soon'"), "\(error)")
  }

  @Test func connectingCanBeStopped() throws {
    let server = try FakeServer()
    defer { server.close() }
    let configuration = FakeServer.configuration([server])
    let sign = StopSign()
    let error = failureWhenStopped(by: sign, after: 10_000) {
      _ = try ServerLink(configuration, name: "the test", stoppedBy: sign)
    }
    #expect(error?.code == .interrupted, "\(error as Any)")
    #expect(!sign.isRaised)
  }

  /// Each call whose turn it was to try the replica ended at its limit.
  @Test func aReplicaAtWhichACallWasStoppedIsNotTriedForAWhile() throws {
    let (silent, primary) = (try FakeServer(), try FakeServer(refusal: ("57P03", "starting up")))
    defer { for server in [silent, primary] { server.close() } }
    var configuration = FakeServer.configuration([primary])
    configuration.replicas = [FakeServer.configuration([silent]).connection]
    let choice = ReplicaChoice(configuration, name: "the test")
    let sign = StopSign()
    // On a busy machine, the second attempt may be too late, or the primary too slow.
    let codes = (0..<20).lazy.map { _ in
      failureWhenStopped(by: sign, after: 300_000) { _ = try choice.choose(stoppedBy: sign) }?.code
    }
    let comesToPrimary = codes.contains { $0 == .busy }
    #expect(comesToPrimary)
  }

  /// The error of a closure that connects, and is stopped each time that some microseconds are
  /// over.
  private func failureWhenStopped(
    by sign: StopSign, after pause: UInt32, _ body: () throws -> Void
  ) -> PersistenceError? {
    let stopper = Thread {
      while !Thread.current.isCancelled {
        usleep(pause)
        _ = sign.raise()
      }
    }
    stopper.start()
    defer { stopper.cancel() }
    return failure { try sign.whileConnecting(body) }
  }

  @Test func aStopBeforeConnectingIsIgnored() {
    let sign = StopSign()
    #expect(!sign.raise())
    sign.whileConnecting { #expect(!sign.isRaised) }
  }

  /// A call waits for its own limit, however long the server may take.
  @Test func aCallThatWaitsForARefusingServerEndsAtItsLimit() throws {
    let server = try FakeServer(refusal: ("53300", "sorry, too many clients already"))
    defer { server.close() }
    let store = try Store(
      FakeServer.configuration([server]), configuration: StoreConfiguration(codecs: .standard))
    var message = ""
    // On a busy machine, the first refusal may come only after a short limit.
    for limit in [1, 10, 60] where !message.contains("could not be opened: busy: ") {
      let error = try #require(
        failure {
          try store.blocking.transaction(timeout: .seconds(limit)) {
            try $0.save(Address(city: "Rome"))
          }
        })
      #expect(error.code == .timedOut, "\(error)")
      message = error.message
    }
    #expect(message.contains("could not be opened: busy: "), "\(message)")
    store.close()
  }

  @Test(
    arguments: [
      (
        """
        connection to server at "db" (10.0.0.1), port 5432 failed: FATAL:  53300: sorry
        LOCATION:  InitProcess, proc.c:356

        """, "53300", "connection to server at \"db\" (10.0.0.1), port 5432 failed: FATAL:  sorry"
      ),
      (
        "failed: ВАЖНО:  57P03: система\nПОДСКАЗКА:  a: b, c:1\nПОЛОЖЕНИЕ:  Process, postmaster.c:2\n",
        "57P03", "failed: ВАЖНО:  система ПОДСКАЗКА:  a: b, c:1"
      ),
      (
        "one failed: FATAL:  57P03: a\ntwo failed: FATAL:  28P01: b\n", "28P01",
        "one failed: FATAL:  a two failed: FATAL:  b"
      ),
      (
        "failed: Connection refused\n\tIs the server running?\n", nil,
        "failed: Connection refused Is the server running?"
      ),
    ] as [(String, String?, String)])
  func theStateIsTakenOutOfTheMessage(message: String, state: String?, text: String) {
    let refusal = RefusalMessage(message)
    #expect(refusal.state == state)
    #expect(refusal.text == text)
  }

  private func open(_ servers: [FakeServer], limit: Int = 60) throws -> any DriverConnection {
    let configuration = FakeServer.configuration(servers, limit: limit)
    return try PostgresDriver(configuration).openConnection(.writer)
  }
}
