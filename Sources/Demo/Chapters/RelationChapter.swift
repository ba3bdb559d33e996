import PersistentObjects

/// The codec that a type declares for itself.
struct RelationChapter: Chapter {
  let title = "A codec of the type's own: dependency relations"
  let explanation = """
    Relation is a tree of alternatives, architectures and versions. The type itself names its codec \
    (it is ColumnStorable), so [Relation] is a child table of readable texts, and a relation can be \
    looked for as a value.
    """

  func run(_ tour: Tour) throws {
    let longest = try Session.main.rows(
      "SELECT parent_pk FROM package_depends WHERE value LIKE '% | %' ORDER BY length(value) DESC"
    ).first?.first?.integer
    guard let longest, let package = try Package.findByPK(Int64(longest)) else {
      return try tour.say("No package of this index has a relation with alternatives.")
    }
    try show(package, tour)
    if let relation = package.depends.first { try find(relation, tour) }
  }

  private func show(_ package: Package, _ tour: Tour) throws {
    try tour.say("What \(package.name) depends on, read at its first use:")
    let depends = try tour.call("package.depends") { package.depends }
    var table = TextTable(["#", "alternatives", "first package", "versions", "text"])
    for (index, relation) in depends.enumerated().prefix(8) {
      let first = relation.alternatives.first
      table.append([
        String(index), String(relation.alternatives.count), first?.package,
        first?.constraint?.description ?? "any", relation.description,
      ])
    }
    try tour.write(table)
  }

  private func find(_ relation: Relation, _ tour: Tour) throws {
    try tour.say("Who else asks for exactly \(relation)? The value is bound through its codec:")
    let others = try tour.call(
      "try Package.where { $0.depends.contains(relation) }.limit(6).find()"
    ) {
      try Package.where { $0.depends.contains(relation) }.limit(6).find()
    }
    try tour.write(
      TextTable(["name", "version", "relations"], others) {
        [$0.name, $0.version.text, String($0.depends.count)]
      })
    try tour.check(
      "each of them has that relation", others.allSatisfy { $0.depends.contains(relation) })
  }
}
