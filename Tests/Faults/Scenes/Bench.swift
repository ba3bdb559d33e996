import CFaults
import Foundation
import PersistentObjects

/// The setting of a scene: a store on a file, a session, and its objects.
final class Bench {
  let path: String
  private(set) var store: Store
  private var ownSession: Session?
  /// The objects that are watched for changes.
  var held: [any Portrayed] = []
  /// The fault; nil in the run that shows the correct results.
  private let fault: Fault?
  /// The contents of the file after each step, beginning with the initial contents.
  private(set) var contents: [FileContents]
  fileprivate(set) var outcome = Outcome()
  fileprivate var position = 0

  init(
    _ path: String, _ fault: Fault? = nil, contents: [FileContents] = [],
    synchronous: SQLiteConfiguration.Synchronous = .full
  ) throws {
    self.path = path
    self.fault = fault
    self.contents = contents
    store = try Self.store(path, synchronous)
  }

  /// Makes a store with little memory and a short log, so that it writes to the file often.
  static func store(
    _ path: String, _ synchronous: SQLiteConfiguration.Synchronous = .full
  ) throws -> Store {
    var configuration = SQLiteConfiguration(path: path)
    configuration.pageSize = 1024
    configuration.cacheSize = 24
    configuration.walAutocheckpoint = 12
    configuration.synchronous = synchronous
    configuration.busyTimeout = .milliseconds(200)
    configuration.maximumReaders = 2
    return try Store(configuration, classes: [Book.self, Shelf.self, Author.self])
  }

  var session: Session {
    if let ownSession { return ownSession }
    let session = Session(store: store)
    ownSession = session
    return session
  }

  /// Records the contents of the file before the first step.
  func begin() throws {
    if fault == nil { contents = [try FileContents(of: path)] }
  }

  /// The contents of the file; nil if it cannot be read, which equals no expected contents.
  private var found: FileContents? { try? FileContents(of: path) }

  // MARK: Steps

  /// Runs work that happens as a whole or not at all, and that may be repeated.
  ///
  /// - Parameter isOneTransaction: false if the work may read after its writes.
  func step(
    _ name: String, isOneTransaction: Bool = true, _ body: () async throws -> Void
  ) async throws {
    position += 1
    let before = quietly { held.map(\.portrait) }
    do {
      try await body()
    } catch {
      try await recover(name, error, before, isOneTransaction, body)
    }
    try quietly { try compareContents(name) }
  }

  private func compareContents(_ name: String) throws {
    if fault == nil {
      contents.append(try FileContents(of: path))
    } else if found != contents[position] {
      outcome.complain("after '\(name)' the file holds something else")
    }
  }

  private func recover(
    _ name: String, _ error: any Error, _ before: [String], _ isOneTransaction: Bool,
    _ body: () async throws -> Void
  ) async throws {
    guard let fault else { throw error }
    outcome.errors += 1
    judge(name, error, fault)
    quietly {
      compare(name, before)
      let allowed = contents[(position - 1)...(isOneTransaction ? position - 1 : position)]
      let now = found
      if !allowed.contains(where: { $0 == now }) {
        outcome.complain("'\(name)' threw \(error), and the file has changed")
      }
    }
    if fault.span == .last { throw Abandoned() }
    if fault.span == .on { endFaults() }
    do {
      try await body()
    } catch {
      outcome.complain("'\(name)' fails when it is tried again: \(error)")
      throw Abandoned()
    }
  }

  private func compare(_ name: String, _ before: [String]) {
    let after = held.map(\.portrait)
    for (old, new) in zip(before, after) where old != new {
      outcome.complain("'\(name)' has left\n      \(new)\n    of\n      \(old)")
    }
  }

  /// Checks whether the error describes the fault correctly.
  private func judge(_ name: String, _ error: any Error, _ fault: Fault) {
    guard po_faults_so_far().failed > 0 else {
      return outcome.complain("'\(name)' threw without a fault: \(error)")
    }
    var root = error as? PersistenceError
    while root?.code == .sessionFailed, let cause = root?.cause as? PersistenceError {
      root = cause
    }
    guard let root, fault.kind.codes.contains(root.code) else {
      return outcome.complain("'\(name)' threw \(error)")
    }
  }

  /// The scene ends because a step has failed.
  struct Abandoned: Error {}

  // MARK: The end

  private func endFaults() {
    let report = po_faults_disarm()
    if outcome.report.failed == 0 { outcome.report = report }
  }

  /// Closes the store and checks the file.
  func finish(isWhole: Bool) async {
    held = []
    ownSession = nil
    store.close()
    endFaults()
    do {
      store = try Self.store(path)
      let report = try await store.checkIntegrity()
      if !report.isSound { outcome.complain("the file is not sound: \(report)") }
      store.close()
      try compareClosedFile(isWhole)
    } catch {
      outcome.complain("the file cannot be used: \(error)")
    }
  }
}

extension Bench {
  /// The log may contain all of a step that failed during its commit.
  private func compareClosedFile(_ isWhole: Bool) throws {
    let found = try FileContents(of: path)
    if isWhole && found != contents.last {
      outcome.complain("the file does not hold what was acknowledged")
    } else if !isWhole && !contents[(position - 1)...position].contains(found) {
      outcome.complain("the file is neither as before the last step nor as after it")
    }
    if !isWhole && found != contents[position - 1] { outcome.isCarriedOut = true }
  }
}

/// The results of a run.
struct Outcome {
  /// The number of calls that threw.
  var errors = 0
  /// Whether the failed step turned out to be carried out when the file was reopened.
  var isCarriedOut = false
  private(set) var complaints: [String] = []
  var report = po_fault_report()

  mutating func complain(_ text: String) { complaints.append(text) }
}
