/// The classes that a diagram shows, and their relations.
struct ClassGraph: Sendable {
  /// A class.
  struct Node: Sendable {
    /// The class's index among the report's classes.
    var number: Int
    /// The class's collections of values. Collections of references are relations.
    var collections: [ReportChildTable]
  }

  /// The kind of relation between classes.
  enum Relation: Int, CaseIterable, Sendable {
    /// A class inherits from another one.
    case inheritance
    /// A class has a reference to another one in a column.
    case reference
    /// A class has a collection of references to another one in a child table.
    case childTable
  }

  /// All relations of one kind from one class to another.
  struct Edge: Sendable {
    /// The node at which the relations start.
    var source: Int
    /// The node at which the relations end.
    var target: Int
    /// The kind of the relations.
    var relation: Relation
    /// The properties of the relations.
    var properties: [String] = []
  }

  /// The classes shown.
  private(set) var nodes: [Node] = []
  /// The relations between these classes.
  private(set) var edges: [Edge] = []

  /// Creates a graph of at most `maximum` classes: those with the most relations, then those with
  /// the most objects.
  init(of classes: [ReportClass], maximum: Int) {
    let relations = ClassRelations(of: classes)
    let degrees = relations.degrees
    let order = classes.indices.sorted {
      (degrees[$1], classes[$1].rows, $0) < (degrees[$0], classes[$0].rows, $1)
    }
    let shown = order.prefix(maximum).sorted()
    let places = Dictionary(uniqueKeysWithValues: shown.enumerated().map { ($1, $0) })
    nodes = shown.map {
      Node(number: $0, collections: Self.collections(of: classes[$0], relations))
    }
    for relation in relations.all {
      guard let source = places[relation.source], let target = places[relation.target] else {
        continue
      }
      add(relation, from: source, to: target)
    }
  }

  private static func collections(
    of shown: ReportClass, _ relations: ClassRelations
  ) -> [ReportChildTable] {
    shown.childTables.filter { $0.target.flatMap { relations.numbers[$0] } == nil }
  }

  private mutating func add(_ relation: ClassRelations.One, from source: Int, to target: Int) {
    let known = edges.lastIndex {
      $0.source == source && $0.target == target && $0.relation == relation.kind
    }
    let edge = known ?? edges.count
    if known == nil {
      edges.append(Edge(source: source, target: target, relation: relation.kind))
    }
    if let property = relation.property { edges[edge].properties.append(property) }
  }
}
