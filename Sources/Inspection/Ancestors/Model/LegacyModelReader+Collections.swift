import PersistentObjectsInspection

// The collections of a model's classes.

extension LegacyModelReader {
  mutating func addCollections() throws {
    let owners = LegacyChildOwners(file.database, file.layout, map)
    for child in file.layout.elementTables {
      guard case .elements(let elements) = child.shape else { continue }
      let shape = LegacyCollection.Shape(elements)
      guard let owner = try owners.owner(of: child) else {
        doubts.append(
          LegacyDoubt(.orphanTable, table: child.name, "its class has no table; not imported"))
        continue
      }
      addDoubt(of: owner, child)
      let collection = try collection(child, shape, of: owner.table.name)
      collections[owner.table.name, default: []].append(collection)
    }
  }

  private mutating func addDoubt(of owner: LegacyChildOwners.Owner, _ child: LegacyTable) {
    guard let reason = owner.reason else { return }
    doubts.append(
      LegacyDoubt(
        .ambiguousOwner, table: owner.table.name, column: child.name,
        "several classes match its name; \(owner.table.name) is assumed, since \(reason)"))
  }

  private mutating func collection(
    _ child: LegacyTable, _ shape: LegacyCollection.Shape, of owner: String
  ) throws -> LegacyCollection {
    let column = String(child.name.dropFirst(owner.count + 1))
    addDoubt(ofName: column, table: owner)
    try addNilOrEmpty(child.name, column, of: owner)
    let elements = try ElementCensus(file.database, child.name, references)
    return LegacyCollection(
      table: child.name, column: column,
      name: map.names[owner]?[column] ?? LegacyName.property(ofColumn: column), shape: shape,
      rowCount: elements.rowCount, forms: elements.forms,
      referredTables: elements.tables.sorted())
  }

  private mutating func addNilOrEmpty(
    _ child: String, _ column: String, of owner: String
  ) throws {
    let (child, table) = (LegacyName.quoted(child), LegacyName.quoted(owner))
    let count =
      try file.database.firstCell(
        """
        SELECT count(*) FROM \(table) WHERE pk NOT IN
        (SELECT CAST(parent_pk AS INTEGER) FROM \(child) WHERE parent_pk IS NOT NULL)
        """
      ).integer ?? 0
    if count == 0 { return }
    doubts.append(
      LegacyDoubt(
        .nilOrEmptyCollection, table: owner, column: column,
        "\(count == 1 ? "1 object has" : "\(count) objects have") no rows, which stands for both nil and an empty collection"
      ))
  }
}

extension LegacyCollection.Shape {
  fileprivate init(_ elements: LegacyTableShape.Elements) {
    self =
      switch elements {
      case .array: .array
      case .dictionary: .dictionary
      case .set: .set
      }
  }
}
