import PersistentObjects
import Synchronization

/// All people, held in memory in one session of this package.
final class HeldPeople {
  private let store: Store
  private let session: Session
  private let people: [Person]

  init(path: String, _ workload: Workload) throws {
    store = try Store(path: path)
    try store.blocking.transaction { session in
      for row in workload.rows { try session.insert(Person(row)) }
      try session.save()
    }
    // Use a separate session, so that each save is a separate transaction.
    session = Session(store: store)
    people = try Person.findAll(in: session)
  }

  /// Finds objects that are held in memory, all in one snapshot, and measures only that.
  func hit(_ keys: [Int64]) throws -> (duration: Duration, result: Int) {
    try store.blocking.session { session in
      let people = try Person.findAll(in: session)
      return try Work {
        var sum = people.count
        for key in keys { sum += try Person.findByPK(key, in: session)?.age ?? 0 }
        return sum
      }.timed()
    }
  }

  /// Changes one object and saves the session, repeatedly.
  func saveOneByOne(_ keys: some Sequence<Int64>) throws -> Int {
    var sum = 0
    for key in keys {
      let person = people[Int(key) - 1]
      person.age += 1
      try session.save()
      sum += person.age
    }
    return sum
  }

  /// Saves each object, none of which has changes.
  func saveClean() throws {
    let statements = Counter()
    store.trace { _ in statements.value.add(1, ordering: .relaxed) }
    for person in people { try person.save() }
    store.trace(nil)
    try Disagreement.check(
      "statements of clean saves", statements.value.load(ordering: .relaxed), 0)
  }

  private final class Counter: Sendable {
    let value = Atomic(0)
  }

  /// Returns a number that depends on every age in the file.
  func storedAges() throws -> Int {
    try store.blocking.session { session in
      try Person.findAll(in: session).enumerated().reduce(0) {
        $0 + ($1.offset + 1) * $1.element.age
      }
    }
  }
}
