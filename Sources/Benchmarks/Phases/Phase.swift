/// The measured operations, for both contestants alike.
enum Phase: String, CaseIterable {
  case insert = "A"
  case fetchAll = "B"
  case findByKey = "C"
  case findByKeyEach = "C2"
  case findByName = "D"
  case update = "E"
  /// The same as ``update`` for the package, which writes changed columns only; the hand-written
  /// code also writes only that column.
  case updateColumn = "E1"
  case delete = "F"

  var title: String {
    switch self {
    case .insert: "insert all in one transaction"
    case .fetchAll: "fetch all into objects, sum their values"
    case .findByKey: "finds by key in one read transaction"
    case .findByKeyEach: "finds by key, each on its own"
    case .findByName: "finds by last name, 100 rows each"
    case .update: "change the age of all, save in one transaction"
    case .updateColumn: "the same; raw: an UPDATE of that column alone"
    case .delete: "delete one by one in one transaction"
    }
  }

  /// Whether the phase changes rows that are there.
  var changesRows: Bool {
    switch self {
    case .update, .updateColumn, .delete: true
    default: false
    }
  }
}

/// A contestant with its own database for the workload.
@MainActor
protocol Contestant: AnyObject {
  /// Prepares a phase: loads the objects to change. The results of both contestants must agree.
  func work(on phase: Phase, _ workload: Workload) throws -> Work

  /// Returns a number that depends on everything that is stored.
  func content() throws -> Int
}

extension Contestant {
  /// Runs a phase that is not measured.
  func run(_ phase: Phase, _ workload: Workload) throws -> Int {
    try work(on: phase, workload).run()
  }
}
