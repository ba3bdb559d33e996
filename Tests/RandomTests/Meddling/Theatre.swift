import PersistentObjects
import TestSupport

/// A session whose codecs, hooks, rules and deinitializers use it at random, whenever they are
/// called.
///
/// `@unchecked Sendable` is safe: only the task of one test uses it.
final class Theatre: @unchecked Sendable {
  @TaskLocal static var current: Theatre?

  /// The meddling code.
  enum Caller {
    case play, hook, encoding, decoding, death
  }

  private let store: Store
  private var session: Session
  /// Whether the session is lent, so that no other session can replace it.
  private let isLent: Bool
  private var random: RandomNumbers
  private var imps: [Imp] = []
  private var cursors: [Cursor<Imp>] = []
  private var seen: [() -> Imp?] = []
  /// The depth of nested calls; calls from the third level on do not meddle.
  private var depth = 0
  private var isQuiet = false
  private var isWriting = false
  private var count = 0
  /// The first error that is not the answer to meddling.
  private var surprise: (any Error)?
  /// The numbers of saves that succeeded, and of objects that equalled their rows.
  private(set) var saves = 0
  private(set) var comparisons = 0
  private(set) var log: [String] = []

  /// - Parameter session: a lent session. Without one, the theatre makes its own session, and later
  ///   others.
  init(store: Store, session: Session? = nil, seed: UInt64) {
    self.store = store
    self.session = session ?? Session(store: store)
    isLent = session != nil
    random = RandomNumbers(seed: seed)
  }

  /// Acts for a number of steps, and goes on until something was saved and compared. A step in
  /// twenty saves, so that among two thousand there is none less than once in 10⁴⁰ runs.
  func run(steps: Int) throws {
    for step in 1...max(steps * 20, 2000) {
      if step > steps && saves > 0 && comparisons > 0 { break }
      act(.play)
      if random.once(in: 25) || hasFailed { beginAnew() }
      if let surprise { throw surprise }
      if step % 4 == 0 || step >= steps { try compare() }
    }
    quietly {
      cursors = []
      session.clear()
      breakCircles()
    }
  }

  /// Breaks cycles: new objects, and objects that were changed after they were gone, hold only each
  /// other.
  private func breakCircles() {
    imps = []
    for imp in seen.compactMap({ $0() }) {
      imp.friend = nil
      imp.crowd = []
    }
  }

  /// Does something at random. It may be refused, but must do no harm.
  func meddle(_ caller: Caller) {
    if isQuiet || depth > 2 || !random.once(in: 6) { return }
    let outer = isWriting
    isWriting = outer || caller == .encoding
    act(caller)
    isWriting = outer
  }

  private func act(_ caller: Caller) {
    depth += 1
    defer { depth -= 1 }
    do {
      try choose(caller)
    } catch {
      note("refused: \("\(error)".prefix(100))")
      if !Self.isExpected(error) { surprise = surprise ?? error }
    }
  }

  private static func isExpected(_ error: any Error) -> Bool {
    var root = error
    while let failed = root as? PersistenceError, failed.code == .sessionFailed,
      let cause = failed.cause
    {
      root = cause
    }
    guard let error = root as? PersistenceError else { return root is Surrender }
    return refusals.contains(error.code) || isOfSpoiledTransaction(error)
  }

  /// Whether meddling code has failed in the transaction of the call that ran it, where a database
  /// refuses everything after a failure.
  private static func isOfSpoiledTransaction(_ error: PersistenceError) -> Bool {
    error.code == .databaseFailed && error.databaseCode == "25P02"
  }

  /// The error of a transaction that gives up.
  private struct Surrender: Error {}

  /// The errors that refuse a call made at the wrong time, or with what such a call has left:
  /// `schemaMismatch` if a read's snapshot is older than the table of gremlins.
  private static let refusals: Set<PersistenceError.Code> = [
    .hookMisused, .sessionFailed, .objectDeleted, .wrongSession, .deadlock, .schemaMismatch,
  ]

  private func choose(_ caller: Caller) throws {
    let action = random.number(below: 21)
    note("\(caller) \(action)")
    switch action {
    case 0: hold(try session.find(Imp.self, pk: somePK()))
    case 1: hold(try session.find(Gremlin.self, pk: somePK()))
    case 2: hold(try session.find(someQuery()).randomElement(using: &random))
    case 3: hold(try Imp.findByLabel(someLabel(), in: session).first)
    case 4: try save { try session.save() }
    case 5: if let imp = random.pick(imps) { try save { try session.save(imp) } }
    case 6: try session.insert(make())
    case 7: hold(make())
    // A change of the object being written could be detected only by writing the object again.
    case 8 where !isWriting: random.pick(imps)?.label = someLabel()
    case 9 where !isWriting: befriend()
    case 10: if let imp = random.pick(imps) { try session.delete(imp) }
    case 11: if let imp = random.pick(imps) { try session.revert(imp) }
    case 12: cursors.append(try session.cursor(someQuery()))
    case 13: hold(try random.pick(cursors)?.next())
    case 14: if !cursors.isEmpty { withdraw(\.cursors) }
    case 15: if !imps.isEmpty { withdraw(\.imps) }
    case 16: random.pick(imps).map(look)
    case 17: hold(try session.find(someQuery().loading(\.crowd).loading(\.friend)).last)
    case 18: _ = try Imp.query.where { $0.label == someLabel() }.delete(in: session)
    default: try transact(caller)
    }
  }

  private func transact(_ caller: Caller) throws {
    try session.transaction {
      act(caller)
      act(caller)
      if random.once(in: 3) { throw Surrender() }
    }
  }

  private func save(_ body: () throws -> Void) throws {
    try body()
    saves += 1
  }

  private func make() -> Imp {
    let imp = random.once(in: 2) ? Imp(label: someLabel()) : Gremlin(label: someLabel())
    see(imp)
    return imp
  }

  private func look(_ imp: Imp) {
    if imp.state != .detached { _ = (imp.friend?.label, imp.crowd.count) }
  }

  private func befriend() {
    guard let imp = random.pick(imps), let friend = random.pick(imps), imp.state != .detached
    else { return }
    switch random.number(below: 4) {
    case 0: imp.friend = friend
    case 1: imp.friend = nil
    case 2: imp.crowd.append(friend)
    default: if !imp.crowd.isEmpty { imp.crowd.removeLast() }
    }
  }

  /// Releases one element, which is destroyed only when the list is no longer being changed.
  private func withdraw<Element>(_ list: ReferenceWritableKeyPath<Theatre, [Element]>) {
    let position = random.number(below: self[keyPath: list].count)
    let taken = self[keyPath: list].remove(at: position)
    withExtendedLifetime(taken) {}
  }

  private func hold(_ imp: Imp?) {
    guard let imp, !imps.contains(imp) else { return }
    imps.append(imp)
    see(imp)
    if imps.count > 20 { withdraw(\.imps) }
  }

  private func see(_ imp: Imp) { seen.append { [weak imp] in imp } }

  private func someQuery() -> Query<Imp> {
    random.once(in: 2) ? Query() : Query().includingSubclasses()
  }

  private func somePK() -> Int64 { Int64(random.number(below: 40)) }

  private func someLabel() -> Whisper {
    count += 1
    return Whisper(text: random.once(in: 3) ? "\(random.number(below: 5))" : "imp \(count)")
  }

  private func note(_ text: String) {
    log.append(String(repeating: "  ", count: depth) + text)
    if log.count > 120 { log.removeFirst(40) }
  }

  private func quietly<R>(_ body: () throws -> R) rethrows -> R {
    isQuiet = true
    defer { isQuiet = false }
    return try body()
  }

  /// Whether the session can only be cleared: a hook whose call is refused makes the getter fail
  /// that has called it.
  private var hasFailed: Bool {
    do {
      return try quietly { try session.find(Imp.self, pk: 0) != nil }
    } catch {
      return true
    }
  }

  /// Starts another session. Unsaved changes are lost.
  private func beginAnew() {
    note("anew")
    // They must not be used from here on: their session ends.
    let former = (imps, cursors, session)
    imps = []
    cursors = []
    if isLent || random.once(in: 2) { session.clear() } else { session = Session(store: store) }
    withExtendedLifetime(former) {}
  }
}

extension Theatre {
  /// Checks that clean objects equal their rows, and that each row has one object.
  private func compare() throws {
    note("compare")
    try quietly {
      let other = Session(store: store)
      for imp in imps where imp.state == .clean { try compare(imp, other) }
    }
  }

  private func compare(_ imp: Imp, _ other: Session) throws {
    guard let pk = imp.pk else { throw Divergence("a clean object has no key") }
    guard let row = try find(imp, pk, other) else { throw Divergence("row \(pk) is gone") }
    try require(row.label == imp.label, "label of \(pk): \(imp.label), stored \(row.label)")
    try require(row.friend?.pk == imp.friend?.pk, "friend of \(pk)")
    try require(row.crowd.map(\.pk) == imp.crowd.map(\.pk), "crowd of \(pk)")
    try require(try find(imp, pk, session) === imp, "two objects for \(pk)")
    comparisons += 1
  }

  private func find(_ imp: Imp, _ pk: Int64, _ session: Session) throws -> Imp? {
    imp is Gremlin ? try session.find(Gremlin.self, pk: pk) : try session.find(Imp.self, pk: pk)
  }

  private func require(_ condition: Bool, _ text: @autoclosure () -> String) throws {
    if !condition { throw Divergence(text()) }
  }
}
