import Foundation
import PersistentObjectsDriver

extension Session {
  /// Calls `body` once the open transaction has been committed, or immediately if no transaction is
  /// open. If the transaction fails, or the savepoint in which this is called, `body` is discarded.
  ///
  /// Use this in a hook such as `didSave()` to react to changes once they are permanent:
  ///
  /// ```swift
  /// func didInsert() { session?.afterCommit { [name] in mail("welcome \(name)") } }
  /// ```
  public func afterCommit(_ body: @escaping () -> Void) {
    guard let open else { return body() }
    open.innermost.afterCommit.append(body)
  }

  /// Calls a hook of an object, if its class has it.
  func call(_ kind: _HookKind, of object: some PersistentObject) throws {
    guard let call = type(of: object)._entity.hooks[kind] else { return }
    try running(.hook(kind, of: object)) { try call(object) }
  }

  /// Checks an object against the rules of its class, which may do what hooks may do.
  func check(_ object: some PersistentObject, by validation: inout Validation) throws {
    try running(.hook(.validate, of: object)) { try validation.check(object) }
  }

  /// Runs the program's code, or code that calls it, and throws the error for a forbidden action.
  func running(_ kind: InnerCode.Kind, body: () throws -> Void) throws {
    let outer = tracker.inner
    tracker.inner = InnerCode(kind: kind)
    defer { tracker.inner = outer }
    do {
      try body()
    } catch {
      throw tracker.inner?.misuse ?? error
    }
    if let misuse = tracker.inner?.misuse { throw misuse }
  }

  /// Throws if the session has failed, or if a hook or a codec is running.
  func throwIfRefused(_ action: String) throws {
    try throwIfFailed()
    try refuseInInnerCode(action)
  }

  /// Throws if a hook or a codec is running: its action would interrupt the operation that has
  /// called it. During a save, the save throws the same error, even if it is swallowed here.
  @inline(__always)
  func refuseInInnerCode(_ action: String) throws {
    // Each open cursor counts as a read, but between its calls nothing is being read.
    if tracker.hasInner || connections.readCount != cursors.count { try refuse(action) }
  }

  /// Throws if a codec runs during a save: the values that it reads would be kept, although rows
  /// that wait to be written still have their old values.
  func refuseWhileWriting(_ action: String) throws {
    if case .writing? = tracker.inner?.kind { try refuse(action) }
  }

  private func refuse(_ action: String) throws {
    guard let inner = tracker.inner else {
      throw PersistenceError(
        .hookMisused,
        """
        a codec must not \(action) while the session is reading: the read would then return rows older \
        than the session's own; do it after the objects have been read
        """)
    }
    let error = inner.refusal(of: action)
    tracker.inner?.misuse = inner.misuse ?? error
    throw error
  }

  // MARK: Loading

  /// Runs `body`, which creates objects from rows, and calls their `didLoad` hooks once they are
  /// complete.
  func announcingLoaded<R>(_ body: () throws -> R) throws -> R {
    // If a codec reads, these belong to the read that has called it.
    let waitingCount = tracker.loaded.count
    do {
      let result = try body()
      try announceLoaded()
      return result
    } catch {
      forgetLoaded(after: waitingCount)
      throw error
    }
  }

  /// Calls the `didLoad` hooks of objects created from rows, once they are complete.
  func announceLoaded() throws {
    for object in takeLoaded() { try call(.didLoad, of: object) }
  }

  /// Runs `body`, which reads objects together with their required references. No `didLoad` hook is
  /// called before all objects are loaded.
  ///
  /// - Parameter isOneStatement: whether there are no required references, so that there is only
  ///   one statement.
  func loadingTogether<R>(
    unless isOneStatement: Bool = false, _ body: () throws -> R
  ) throws -> R {
    if isOneStatement { return try body() }
    loadDepth += 1
    defer { loadDepth -= 1 }
    return try connections.readingTogether(body)
  }

  /// Discards objects that were not returned because reading failed, without calling their hooks.
  ///
  /// - Parameter count: the number of objects that waited for their hooks before that read.
  func forgetLoaded(after count: Int) {
    guard loadDepth == 0, tracker.loaded.count > count else { return }
    let forgotten = Array(tracker.loaded[count...])
    tracker.loaded.removeSubrange(count...)
    withExtendedLifetime(forgotten) {}
  }

  private func takeLoaded() -> [any PersistentObject] {
    guard loadDepth == 0, !tracker.loaded.isEmpty else { return [] }
    defer { tracker.loaded = [] }
    return tracker.loaded
  }
}
