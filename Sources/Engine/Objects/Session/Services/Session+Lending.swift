// The life of a session from the moment it is lent until it is returned.

import PersistentObjectsConnections
import PersistentObjectsDriver

extension Session {
  /// Runs the body that the session was lent to.
  func runToItsEnd<R: Sendable>(_ body: (Session) throws -> R) throws -> R {
    if connections.mode == .transaction {
      let result: R
      do { result = try runTransaction(body) } catch { throw attemptFailure(error) }
      try requireSavedAfterCommit()
      return result
    }
    let result = try body(self)
    try finishReading()
    return result
  }

  /// Does the same for a body that suspends.
  func runToItsEnd<R: Sendable>(_ body: LentBody<R>) async throws -> R {
    if connections.mode == .transaction {
      let result: R
      do { result = try await runTransaction(body) } catch { throw attemptFailure(error) }
      try requireSavedAfterCommit()
      return result
    }
    let result = try await body(self)
    try finishReading()
    return result
  }

  /// Runs the body of a `store.transaction`, and saves what it has left unsaved.
  func runTransaction<R: Sendable>(_ body: (Session) throws -> R) throws -> R {
    try refuseInInnerCode("begin a transaction")
    connections.loan?.beginKeepingWriter()
    defer { connections.loan?.endKeepingWriter() }
    return try inTransaction(isOfOneCall: false) { _ in
      let result = try body(self)
      try saveAll()
      return result
    }
  }

  /// Does the same for a body that suspends. This is safe only because a lent session belongs to
  /// one task.
  func runTransaction<R: Sendable>(_ body: LentBody<R>) async throws -> R {
    try refuseInInnerCode("begin a transaction")
    connections.loan?.beginKeepingWriter()
    defer { connections.loan?.endKeepingWriter() }
    let transaction = try begin(isOfOneCall: false)
    do {
      let result = try await body(self)
      try saveAll()
      try commit(transaction)
      return result
    } catch {
      rollBack(transaction)
      throw explained(error)
    }
  }

  /// Saves what is unsaved, and what hooks change after that.
  private func saveAll() throws {
    for _ in 0..<Self.longestChainOfHooks where tracker.unsavedCount > 0 {
      // The save before was not the last one.
      try open?.runWaiting()
      try saveUnsaved(endsTransaction: true)
    }
    try requireSaved(
      byEndOf: "the transaction", else: .hookMisused,
      remedy: "didSave() changes them each time they are saved; set such properties in willSave()")
  }

  /// The number of times in a row that hooks may change objects that were just saved.
  private static let longestChainOfHooks = 8

  private func finishReading() throws {
    try throwIfFailed()
    try requireSaved(
      byEndOf: "the session", else: .unsavedChanges,
      remedy: """
        Call session.save() before its end, or use store.transaction, which saves at its end
        """)
  }

  /// Throws if closures have left unsaved changes in a session that ends with the transaction.
  private func requireSavedAfterCommit() throws(ErrorAfterCommit) {
    do {
      try requireSaved(
        byEndOf: "the transaction was committed, but its session", else: .unsavedChanges,
        remedy: "Closures given to session.afterCommit must save what they change")
    } catch { throw ErrorAfterCommit(error: error) }
  }

  private func requireSaved(
    byEndOf work: String, else code: PersistenceError.Code, remedy: String
  ) throws(PersistenceError) {
    let count = tracker.unsavedCount
    if count == 0 { return }
    let first = tracker.enrolled.first { tracker.isUnsaved($0._object) }
    throw PersistenceError(
      code,
      """
      \(work) has ended with unsaved changes in \
      \(count == 1 ? "an object" : "\(count) objects, of which this is the first"). \(remedy)
      """,
      context: .init(
        className: first.map { type(of: $0)._entity.className }, pk: first.flatMap(\.pk)))
  }
}
