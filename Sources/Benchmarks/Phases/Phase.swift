/// The measured operations, for both contestants alike.
enum Phase: String, CaseIterable {
  case insert = "A"
  case fetchAll = "B"
  case findByKey = "C"
  case findByKeyEach = "C2"
  case findByName = "D"
  case update = "E"
  case delete = "F"

  var title: String {
    switch self {
    case .insert: "insert all in one transaction"
    case .fetchAll: "fetch all into objects, sum ages"
    case .findByKey: "finds by key in one read transaction"
    case .findByKeyEach: "finds by key, each on its own"
    case .findByName: "finds by last name, 100 rows each"
    case .update: "change the age of all, save in one transaction"
    case .delete: "delete one by one in one transaction"
    }
  }
}

/// A contestant with its own database file for the workload.
@MainActor
protocol Contestant: AnyObject {
  /// Runs a phase. Returns a number that depends on everything that was read; those of both
  /// contestants must agree.
  func run(_ phase: Phase, _ workload: Workload) throws -> Int
}
