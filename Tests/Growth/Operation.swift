import Foundation
import PersistentObjects

/// A piece of work on `n` items, whose cost must not grow faster than n·log n.
struct Operation {
  let name: String
  /// The maximum growth of its cost when the number of items doubles. A linear cost doubles, n·log
  /// n grows less than 2.3 times, and a quadratic one fourfold.
  let limit: Double
  /// Makes the items to work on, and returns the work.
  let prepare: (_ stage: Stage, _ count: Int) throws -> () throws -> Void

  /// The limit for work that compares each of n items with all others, in a few instructions each.
  static let comparing = 3.2

  /// The limit for a fixed number of steps among n items that they do not concern.
  static let constant = 1.25

  init(
    _ name: String, limit: Double = 2.45,
    prepare: @escaping (_ stage: Stage, _ count: Int) throws -> () throws -> Void
  ) {
    self.name = name
    self.limit = limit
    self.prepare = prepare
  }

  static var all: [Operation] { relations + collections + sessions + queries + objects }
}

/// A separate store for one run of an operation, with a session.
struct Stage {
  let store: Store
  let session: Session

  /// Runs `body` with a new store.
  static func run<R>(_ body: (Stage) throws -> R) throws -> R {
    let folder = FileManager.default.temporaryDirectory.appending(path: "growth-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var configuration = SQLiteConfiguration(path: folder.appending(path: "store").path)
    configuration.synchronous = .off
    let store = try Store(configuration)
    defer { store.close() }
    return try body(Stage(store: store, session: Session(store: store)))
  }
}
