/// The path from an object to a value that SQL can compare: along references, into a collection. It
/// names properties by key path and knows nothing of a store.
struct ColumnPath {
  /// The object or element at which the path begins.
  let root: ScopeIdentity
  /// Empty for the object or element itself.
  private(set) var steps: [Step] = []

  enum Step {
    /// A stored property.
    case property(AnyKeyPath)
    /// A stored property by its name.
    case named(String)
    /// The value that a dictionary has for a key.
    case entry(ConditionArgument)
    /// The number of a collection's elements.
    case count
    /// The primary key.
    case key
    /// The table's name, which distinguishes the classes of a hierarchy.
    case tableName
    /// The table of the object that a reference points at.
    case targetTable
    /// An aggregate of a group of rows.
    case aggregate(AggregateColumn)
    /// A key of a group of rows.
    case groupKey(Int)
  }

  /// The path to a property of the query's own object.
  init(_ keyPath: AnyKeyPath, isKey: Bool = false) {
    root = .own
    steps = [isKey ? .key : .property(keyPath)]
  }

  /// The way to a property with a name.
  init(named name: String) {
    root = .own
    steps = [.named(name)]
  }

  /// The way to an object or an element itself.
  init(root: ScopeIdentity = .own) { self.root = root }

  /// The primary key of the query's own object.
  static var ownKey: ColumnPath { ColumnPath().appending(.key) }

  /// The table of the query's own object.
  static var ownTable: ColumnPath { ColumnPath().appending(.tableName) }

  /// The path with one more step.
  func appending(_ step: Step) -> ColumnPath {
    var path = self
    path.steps.append(step)
    return path
  }

  /// Whether the value lies in another table than the object.
  var reachesOtherTables: Bool {
    switch steps.last {
    case .count: true
    case .targetTable: steps.count > 2
    default: steps.count > 1
    }
  }
}
