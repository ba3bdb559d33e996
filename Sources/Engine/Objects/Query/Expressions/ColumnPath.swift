import PersistentObjectsCodec

/// A path from an object to a value that SQL can compare, along references or into a collection. It
/// names properties by key path and is independent of any store.
struct ColumnPath {
  /// The object or element at which the path begins.
  let root: ScopeIdentity
  /// Empty for the object or element itself.
  private(set) var steps: [Step] = []

  enum Step {
    /// A stored property.
    case property(AnyKeyPath)
    /// A field of a value in several columns.
    case field(AnyKeyPath)
    /// A stored property, by name.
    case named(String)
    /// The value of a dictionary for a key.
    case entry(ConditionArgument)
    /// The number of elements in a collection.
    case count
    /// The primary key.
    case key
    /// The table's name, which distinguishes the classes of a hierarchy.
    case tableName
    /// The table of the object that a reference points to.
    case targetTable
    /// An aggregate of a group of rows.
    case aggregate(AggregateColumn)
    /// A key of a group of rows.
    case groupKey(Int)
    /// One of the columns of a value that has several.
    case cell(Int)

    /// Whether this leads to another column of the same row.
    fileprivate var staysInRow: Bool {
      switch self {
      case .field, .cell: true
      default: false
      }
    }

    var isCell: Bool { if case .cell = self { true } else { false } }

    var isProperty: Bool {
      switch self {
      case .property, .field, .named: true
      default: false
      }
    }
  }

  /// Creates the path to a property of the query's own object.
  init(_ keyPath: AnyKeyPath, isKey: Bool = false) {
    root = .own
    steps = [isKey ? .key : .property(keyPath)]
  }

  /// Creates the path to the property with a name.
  init(named name: String) {
    root = .own
    steps = [.named(name)]
  }

  /// Creates the path to an object or element itself.
  init(root: ScopeIdentity = .own) { self.root = root }

  /// The primary key of the query's own object.
  static var ownKey: ColumnPath { ColumnPath().appending(.key) }

  /// The table of the query's own object.
  static var ownTable: ColumnPath { ColumnPath().appending(.tableName) }

  /// Returns the path with one more step.
  func appending(_ step: Step) -> ColumnPath {
    var path = self
    path.steps.append(step)
    return path
  }

  /// The position of the key of groups at which the path begins; nil for any other path.
  var keyOfGroup: Int? { if case .groupKey(let index)? = steps.first { index } else { nil } }

  /// The path without its last step.
  var owner: ColumnPath {
    var path = self
    path.steps = path.steps.dropLast()
    return path
  }

  /// Whether the value is in a table other than the object's.
  var reachesOtherTables: Bool {
    switch steps.last {
    case .count: true
    case .targetTable: steps.count > 2
    default: steps.dropFirst().contains { !$0.staysInRow }
    }
  }
}
