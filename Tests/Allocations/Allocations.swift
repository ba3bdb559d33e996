import CAllocations
import Foundation
import PersistentObjects

// Counts the engine's allocations for each object and element, so that no allocation creeps into a
// tuned path. It is a separate program because it replaces functions of the C library, and a
// release build because only there does the compiler remove most other allocations.

// A person takes four allocations: the object, its note, and the two parts of `Data`. Shorter texts
// are stored in the object itself.

/// The entry point: prints the allocations of each step, and fails if they differ from the expected
/// numbers.
@main
struct Allocations {
  private static let count = 10_000

  static func main() throws {
    guard po_can_count_allocations() != 0 else {
      return print("Allocations cannot be counted with this C library.")
    }
    guard po_leave_out_sqlite() == 0 else { fatalError("SQLite is in use already") }
    let measurements = try measure()
    for step in measurements {
      print(
        step.holds ? "  " : "! ", String(format: "%6.2f", step.allocations),
        String(format: "(expected %.2f) per", step.expected), step.unit + ":", step.name)
    }
    exit(measurements.allSatisfy(\.holds) ? EXIT_SUCCESS : EXIT_FAILURE)
  }

  private static func measure() throws -> [Measurement] {
    let path = NSTemporaryDirectory() + "allocations-\(UUID().uuidString).sqlite3"
    defer { for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) } }
    let store = try Store(path: path)
    defer { store.close() }
    _ = try store.blocking.session { try Person.count(in: $0) }
    return try [insert(store), fetch(store), findEach(store), findByName(store), cursor(store)]
      + changes(store) + relations(store)
  }

  private static func insert(_ store: Store) throws -> Measurement {
    try store.blocking.transaction { session in
      let people = (1...count).map { Person(number: $0) }
      return try Measurement(
        "insert, beside the objects themselves", per: "object", count, expected: 0.1
      ) {
        for person in people { try session.insert(person) }
        try session.save()
      }
    }
  }

  private static func fetch(_ store: Store) throws -> Measurement {
    try store.blocking.session { session in
      try Measurement("fetch all", per: "object", count, expected: 4) {
        _ = try Person.findAll(in: session)
      }
    }
  }

  private static func findEach(_ store: Store) throws -> Measurement {
    try store.blocking.session { session in
      _ = try Person.findByPK(1, in: session)
      return try Measurement("find by key", per: "object", count, expected: 4) {
        for pk in 1...count { _ = try Person.findByPK(Int64(pk), in: session) }
      }
    }
  }

  private static func findByName(_ store: Store) throws -> Measurement {
    try store.blocking.session { session in
      _ = try Person.findByLastName("Lastname0", in: session)
      return try Measurement("find by last name", per: "object", count, expected: 4) {
        for number in 0..<(count / Person.peoplePerName) {
          _ = try Person.findByLastName("Lastname\(number)", in: session)
        }
      }
    }
  }

  private static func cursor(_ store: Store) throws -> Measurement {
    try store.blocking.session { session in
      try Measurement("one after the other", per: "object", count, expected: 6) {
        try Person.query.forEach(in: session) { precondition($0.age >= 0) }
      }
    }
  }

  private static func changes(_ store: Store) throws -> [Measurement] {
    try store.blocking.transaction { session in
      let people = try Person.findAll(in: session)
      let change = try Measurement("change and save", per: "object", count, expected: 0) {
        for person in people { person.age += 1 }
        try session.save()
      }
      let clean = try Measurement("save when clean", per: "object", count, expected: 0) {
        for person in people { try session.save(person) }
      }
      let delete = try Measurement("delete", per: "object", count, expected: 0) {
        for person in people { try session.delete(person) }
      }
      return [change, clean, delete]
    }
  }
}
