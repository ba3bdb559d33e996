/// All relations between the classes of a file, by the numbers of the classes.
struct ClassRelations: Sendable {
  /// One relation.
  struct One: Sendable {
    /// The class at which the relation starts.
    var source: Int
    /// The class at which the relation ends.
    var target: Int
    /// The kind of the relation.
    var kind: ClassGraph.Relation
    /// The property; nil for inheritance.
    var property: String?
  }

  /// The classes by name.
  let numbers: ClassNumbers
  /// The relations in the order of the classes.
  private(set) var all: [One] = []
  /// The numbers of each class's incoming relations.
  private(set) var incoming: [[Int]]
  /// The number of each class's relations.
  private(set) var degrees: [Int]

  /// Creates the relations of the classes.
  init(of classes: [ReportClass]) {
    numbers = ClassNumbers(of: classes)
    incoming = Array(repeating: [], count: classes.count)
    degrees = Array(repeating: 0, count: classes.count)
    for (source, one) in classes.enumerated() {
      add(.inheritance, from: source, to: one.superclass)
      for column in one.columns {
        add(.reference, from: source, to: column.target, property: column.property)
      }
      for table in one.childTables {
        add(.childTable, from: source, to: table.target, property: table.property)
      }
    }
  }

  private mutating func add(
    _ kind: ClassGraph.Relation, from source: Int, to name: String?, property: String? = nil
  ) {
    guard let target = name.flatMap({ numbers[$0] }) else { return }
    incoming[target].append(all.count)
    all.append(One(source: source, target: target, kind: kind, property: property))
    degrees[source] += 1
    degrees[target] += 1
  }
}
