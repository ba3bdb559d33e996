import Foundation

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
    guard let open else { return body() }
    open.innermost.afterCommit.append(body)
  }

  /// Calls a hook of an object, if its class has that one.
  func call(_ kind: _HookKind, of object: some PersistentObject) throws {
    guard let call = type(of: object)._entity.hooks[kind] else { return }
    try running(.hook(kind, of: object)) { try call(object) }
  }

  /// Checks an object by the rules of its class, which may do what hooks may.
  func check(_ object: some PersistentObject, by validation: inout Validation) throws {
    try running(.hook(.validate, of: object)) { try validation.check(object) }
  }

  /// Runs the program's code, or what calls it, and throws what it did that it must not do.
  func running(_ kind: InnerCode.Kind, body: () throws -> Void) throws {
    let outer = inner
    inner = InnerCode(kind: kind)
    defer { inner = outer }
    do {
      try body()
    } catch {
      throw inner?.misuse ?? error
    }
    if let misuse = inner?.misuse { throw misuse }
  }

  /// Throws where the session has failed, and where a hook or a codec is running.
  func throwIfRefused(_ action: String) throws {
    try throwIfFailed()
    try refuseInInnerCode(action)
  }

  /// Throws where a hook or a codec is running: what it wants to do would come in the middle of what it
  /// was called for. While something is written, the save throws the same error, even if it is swallowed
  /// here.
  @inline(__always)
  func refuseInInnerCode(_ action: String) throws {
    // Each open cursor uses the connection, too, but between its calls nothing is being read.
    if hasInner || connections.readCount != cursors.count { try refuse(action) }
  }

  /// Throws where a codec runs during a save: what it wants to read would stay, and rows that wait to be
  /// written are still as they were.
  func refuseWhileWriting(_ action: String) throws {
    if case .writing? = inner?.kind { try refuse(action) }
  }

  private func refuse(_ action: String) throws {
    guard let inner else {
      throw PersistenceError(
        .hookMisused,
        """
        a codec must not \(action) while the session reads: it would be given older rows than its own \
        afterwards; do it when the objects are there
        """)
    }
    let error = inner.refusal(of: action)
    self.inner?.misuse = inner.misuse ?? error
    throw error
  }

  // MARK: Loading

  /// Runs `body`, which makes objects of rows, and tells them when they are complete.
  func announcingLoaded<R>(_ body: () throws -> R) throws -> R {
    do {
      let result = try body()
      try announceLoaded()
      return result
    } catch {
      forgetLoaded()
      throw error
    }
  }

  /// Tells objects that were made of rows, once they are complete.
  func announceLoaded() throws {
    for object in takeLoaded() { try call(.didLoad, of: object) }
  }

  /// Reads objects whose required references are read with them: none is told before all are there.
  ///
  /// - Parameter isOneStatement: whether they have none, so that there is nothing to be held together.
  func loadingTogether<R>(
    unless isOneStatement: Bool = false, _ body: () throws -> R
  ) throws -> R {
    if isOneStatement { return try body() }
    loadDepth += 1
    defer { loadDepth -= 1 }
    return try connections.readingTogether(body)
  }

  /// Tells nothing to objects that nobody was given, since their reading failed.
  func forgetLoaded() {
    withExtendedLifetime(takeLoaded()) {}
  }

  private func takeLoaded() -> [any PersistentObject] {
    guard loadDepth == 0, !tracking.loaded.isEmpty else { return [] }
    defer { tracking.loaded = [] }
    return tracking.loaded
  }
}
