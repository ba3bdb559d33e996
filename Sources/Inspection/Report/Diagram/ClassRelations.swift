/// All relations of a file's classes, by the numbers of the classes.
struct ClassRelations: Sendable {
  /// One relation.
  struct One: Sendable {
    /// The class from which it leads.
    var source: Int
    /// The class to which it leads.
    var target: Int
    /// Its kind.
    var kind: ClassGraph.Relation
    /// The property; nil for inheritance.
    var property: String?
    /// The property of the target that mirrors it.
    var inverse: String?
  }

  /// The classes by their names.
  let numbers: ClassNumbers
  /// The relations in the order of the classes.
  private(set) var all: [One] = []
  /// Per class, the numbers of those relations that lead to it.
  private(set) var incoming: [[Int]]
  /// Per class, the number of its relations.
  private(set) var degrees: [Int]

  /// The property of a class that a reference leads from.
  private struct Origin: Hashable {
    var name: String
    var property: String
    var target: Int
  }

  /// Collects the relations.
  init(of classes: [ReportClass]) {
    numbers = ClassNumbers(of: classes)
    incoming = Array(repeating: [], count: classes.count)
    degrees = Array(repeating: 0, count: classes.count)
    let inverses = Self.inverses(of: classes)
    for (source, one) in classes.enumerated() {
      add(.inheritance, from: source, to: one.superclass)
      for column in one.columns {
        add(.reference, from: source, to: column.target, (one.name, column.property), inverses)
      }
      for table in one.childTables {
        add(.childTable, from: source, to: table.target, (one.name, table.property), inverses)
      }
    }
  }

  private static func inverses(of classes: [ReportClass]) -> [Origin: String] {
    let pairs = classes.enumerated().flatMap { number, one in
      one.inverses.map { inverse in
        (
          Origin(name: inverse.origin, property: inverse.originProperty, target: number),
          inverse.property
        )
      }
    }
    return Dictionary(pairs) { first, _ in first }
  }

  private mutating func add(
    _ kind: ClassGraph.Relation, from source: Int, to name: String?,
    _ origin: (name: String, property: String)? = nil, _ inverses: [Origin: String] = [:]
  ) {
    guard let target = name.flatMap({ numbers[$0] }) else { return }
    let inverse = origin.flatMap {
      inverses[Origin(name: $0.name, property: $0.property, target: target)]
    }
    incoming[target].append(all.count)
    all.append(
      One(
        source: source, target: target, kind: kind, property: origin?.property, inverse: inverse))
    degrees[source] += 1
    degrees[target] += 1
  }
}
