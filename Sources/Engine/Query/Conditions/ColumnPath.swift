/// The path from an object to a value that SQL can compare: along references, into a collection. It
/// names properties by key path and knows nothing of a store.
struct ColumnPath {
  /// The object at which the path begins: 0 for the query's own, 1 for the element of a `contains {
  /// }`, and so on inwards.
  let depth: Int
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
  }

  /// The path to a property of the query's own object.
  init(_ keyPath: AnyKeyPath, isKey: Bool = false) {
    depth = 0
    steps = [isKey ? .key : .property(keyPath)]
  }

  /// The way to a property with a name.
  init(named name: String) {
    depth = 0
    steps = [.named(name)]
  }

  /// The way to an object or an element itself.
  init(depth: Int) { self.depth = depth }

  /// The primary key of the query's own object.
  static var ownKey: ColumnPath { ColumnPath(depth: 0).appending(.key) }

  /// The table of the query's own object.
  static var ownTable: ColumnPath { ColumnPath(depth: 0).appending(.tableName) }

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
    case .targetTable: steps.count > 2 || depth > 0
    default: steps.count > 1 || depth > 0
    }
  }
}
