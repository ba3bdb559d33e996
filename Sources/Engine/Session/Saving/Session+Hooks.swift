import Foundation

/// A hook that is running.
struct RunningHook {
  let kind: _HookKind
  let className: String
  /// What it did that it must not do. Kept, since it may have swallowed the error.
  var misuse: PersistenceError?
}

extension Session {
  /// Calls `body` once all that the open transaction did is in the database; at once where no
  /// transaction is open. If the transaction fails, or the savepoint in which this is called, `body`
  /// is forgotten.
  ///
  /// This is how a hook such as `didSave()` reacts to what is sure to stay:
  ///
  /// ```swift
  /// func didInsert() { session?.afterCommit { [name] in mail("welcome \(name)") } }
  /// ```
  public func afterCommit(_ body: @escaping () -> Void) {
    if levels.isEmpty {
      body()
    } else {
      innermostLevel.afterCommit.append(body)
    }
  }

  /// Calls a hook of an object, if its class has that one.
  func call(_ kind: _HookKind, of object: some PersistentObject) throws {
    guard let call = type(of: object)._entity.hooks[kind] else { return }
    try running(kind, of: object) { try call(object) }
  }

  /// Checks an object by the rules of its class, which may do what hooks may.
  func check(_ object: some PersistentObject, _ validation: inout Validation) throws {
    try running(.validate, of: object) { try validation.check(object) }
  }

  private func running(
    _ kind: _HookKind, of object: some PersistentObject, _ body: () throws -> Void
  ) throws {
    let outer = hook
    hook = RunningHook(kind: kind, className: type(of: object)._entity.className)
    defer { hook = outer }
    do {
      try body()
    } catch {
      throw hook?.misuse ?? error
    }
    if let misuse = hook?.misuse { throw misuse }
  }

  /// Throws where a hook is running: what it wants to do would come in the middle of what it is told
  /// of. The caller of the hook throws the same error, even if the hook swallows it.
  func refuseInHook(_ action: String) throws {
    if tracking.pointee.hook == nil { return }
    guard let hook else { return }
    let error = PersistenceError(
      .hookMisused,
      """
      \(hook.className).\(hook.kind)() must not \(action): hooks may read, change objects and \
      insert new ones; do the rest in session.afterCommit { }
      """,
      context: .init(className: hook.className))
    self.hook?.misuse = hook.misuse ?? error
    throw error
  }

  // MARK: Loading

  /// Tells objects that were made of rows, once they are complete.
  func announceLoaded() throws {
    guard loadDepth == 0, !tracking.pointee.loaded.isEmpty else { return }
    let loaded = tracking.pointee.loaded
    tracking.pointee.loaded = []
    for object in loaded { try call(.didLoad, of: object) }
  }

  /// Reads objects whose required references are read with them: none is told before all are there.
  func loadingTogether<R>(_ body: () throws -> R) throws -> R {
    loadDepth += 1
    defer { loadDepth -= 1 }
    return try readingTogether(body)
  }

  /// Tells nothing to objects that nobody was given, since their reading failed.
  func forgetLoaded() {
    if loadDepth > 0 { return }
    let loaded = tracking.pointee.loaded
    tracking.pointee.loaded = []
    withExtendedLifetime(loaded) {}
  }

  // MARK: Time

  /// The time of the open transaction: the clock is read once, by who asks first.
  var timeOfTransaction: Date {
    if let transactionTime { return transactionTime }
    let time = store.configuration.now()
    transactionTime = time
    return time
  }
}
