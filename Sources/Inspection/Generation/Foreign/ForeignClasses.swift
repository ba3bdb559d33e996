import PersistentObjects
import PersistentObjectsInspection
import PersistentObjectsNames
import PersistentObjectsSQLite

/// Finds classes for the tables of a database.
struct ForeignClasses {
  private(set) var classes: [ForeignClass] = []
  private let schema: ForeignSchema
  private let naming: ForeignNaming
  private let file: DatabaseFile
  /// The names of properties and columns that are taken, by class.
  private var taken: [Set<String>] = []

  init(_ schema: ForeignSchema, _ file: DatabaseFile) throws {
    self.schema = schema
    naming = ForeignNaming(schema)
    self.file = file
    try nameClasses()
    for index in classes.indices { try addProperties(index) }
    for index in classes.indices { try addReferences(index) }
    for index in classes.indices { addInverses(to: index) }
    for index in classes.indices { try addIndices(index) }
    noteOthers()
  }

  // MARK: Classes

  private mutating func nameClasses() throws {
    var names: Set<String> = []
    for table in schema.tables {
      var name = naming.className(of: table.name)
      if ReservedNames.generatedClasses.contains(name) || ScalarNames.all.contains(name)
        || Self.valueTypes.contains(name)
      {
        name += "Row"
      }
      if ReservedNames.isReserved(sqlName: StandardNaming.name(of: name)) { name = "Old" + name }
      name = name.numbered { names.insert(StandardNaming.name(of: $0)).inserted }
      let (key, column) = try table.key(in: file)
      var found = ForeignClass(table: table, name: name, key: key, keyColumn: column)
      if let column, column.lowercased() != "pk" {
        found.notes.append("the column \(column) is the primary key, `pk`")
      } else if column == nil {
        found.notes.append(
          table.isWithoutRowID
            ? "rows are numbered in the order of their key (\(table.primaryKey.joined(separator: ", "))), which is `pk`"
            : "the row id is the primary key, `pk`")
      }
      if let content = ForeignNaming.privateTables[table.name] {
        found.notes.append("it has \(content); --omit \(table.name) leaves it out")
      }
      found.notes += table.declaration.checks.map { "CHECK \($0) is left out" }
      classes.append(found)
      taken.append(ReservedNames.generatedProperties)
    }
  }

  /// The types of columns, besides scalars. A class of the same name would hide them.
  private static let valueTypes: Set = ["CalendarDay", StandardCodec.stored]

  private func quoted(_ name: String) -> String { SQLiteDialect().quoted(name) }

  // MARK: Columns

  private mutating func addProperties(_ index: Int) throws {
    let found = classes[index]
    let single = Set(
      found.table.foreignKeys.filter { key in
        key.columns.count == 1 && schema.table(key.target)?.columns(of: key) != nil
      }.map { $0.columns[0].foldedName })
    let columns = found.table.columns.filter {
      $0.name != found.keyColumn && !single.contains($0.name.foldedName)
    }
    let census = try census(of: columns, in: found.table)
    for (column, counted) in zip(columns, census) { addProperty(column, counted, to: index) }
  }

  private func census(
    of columns: [ForeignTable.Column], in table: ForeignTable
  ) throws -> [ForeignColumnCensus] {
    var census = columns.map { ForeignColumnCensus(declared: $0.declaredType) }
    guard !columns.isEmpty else { return [] }
    let list = columns.map { quoted($0.name) }.joined(separator: ", ")
    let statement = try file.connection.statement(sql: "SELECT \(list) FROM \(quoted(table.name))")
    defer { statement.reset() }
    while let row = try statement.next() {
      for index in columns.indices { census[index].add(row[index]) }
    }
    return census
  }

  private mutating func addProperty(
    _ column: ForeignTable.Column, _ census: ForeignColumnCensus, to index: Int
  ) {
    let (kind, note) = census.kind
    let isOptional = census.nulls > 0 || !(column.isRequired || column.keyPlace > 0)
    var model = newProperty(
      naming.propertyName(of: column.name), isOptional ? .optional(kind.type) : kind.type, in: index
    )
    if kind == .any { model.codec = CodecModel(name: StandardCodec.storedValue, storage: "any") }
    var notes = [note].compactMap(\.self) + notes(on: column, of: classes[index].table)
    if !model.isNamed(after: column.name) { notes.append("the column \(column.name)") }
    if let text = column.defaultText { setDefault(text, kind, &model, &notes) }
    model.notes = notes.isEmpty ? nil : notes
    classes[index].properties.append(
      ForeignProperty(model: model, source: .column(column.name, kind)))
  }

  /// Returns notes on what the column has and a property has not.
  private func notes(on column: ForeignTable.Column, of table: ForeignTable) -> [String] {
    let declaration = table.declaration
    var notes: [String] = []
    if column.isGenerated {
      let expression = declaration.expressions[column.name.foldedName].map { " AS \($0)" } ?? ""
      notes.append("its values were generated\(expression); they are kept, and no longer computed")
    }
    if let collation = declaration.collations[column.name.foldedName] {
      notes.append("COLLATE \(collation) is left out: texts are compared by their bytes")
    }
    return notes
  }

  private func setDefault(
    _ text: String, _ kind: ForeignColumnKind, _ model: inout PropertyModel, _ notes: inout [String]
  ) {
    if SQLLiteral.value(of: text) == .null { return }
    model.defaultValue = kind.stored(defaultOf: text).map(ModelLiteral.init)
    if model.defaultValue != nil, model.defaultMisfit == nil { return }
    model.defaultValue = nil
    notes.append("its default was \(text)")
  }

  /// Makes a property with a unique name and column.
  private mutating func newProperty(
    _ name: String, _ type: SwiftType, in index: Int
  ) -> PropertyModel {
    let isReserved = ReservedNames.isReserved(sqlName: StandardNaming.name(of: name))
    let usable = isReserved ? "old" + name.capitalizedFirst : name
    let free = usable.numbered { candidate in
      let column = StandardNaming.name(of: candidate)
      // A script without case makes no difference between a class and a property.
      return column != "pk" && candidate != classes[index].name
        && !taken[index].contains(candidate) && !taken[index].contains("column " + column)
    }
    let column = StandardNaming.name(of: free)
    taken[index].formUnion([free, "column " + column])
    var model = PropertyModel(name: free, type: type)
    model.column = column
    return model
  }

  // MARK: References

  private mutating func addReferences(_ index: Int) throws {
    for reference in classes[index].table.foreignKeys {
      guard
        let target = classes.firstIndex(where: {
          $0.table.name.foldedName == reference.target.foldedName
        })
      else {
        let target = schema.description(ofTarget: reference.target)
        classes[index].notes.append(
          "the foreign key (\(reference.columns.joined(separator: ", "))) refers to \(target)"
        )
        continue
      }
      guard classes[target].table.columns(of: reference) != nil else {
        classes[index].notes.append(Self.note(onMissingColumnsOf: reference))
        continue
      }
      try addReference(reference, to: target, in: index)
    }
  }

  private static func note(onMissingColumnsOf reference: ForeignReference) -> String {
    let (columns, names) = (reference.columns, reference.targetColumns)
    let target =
      names.isEmpty
      ? "the primary key of the table \(reference.target), which has another number of columns"
      : "(\(names.joined(separator: ", "))) in the table \(reference.target), which lacks columns"
    return "the foreign key (\(columns.joined(separator: ", "))) refers to \(target)"
  }

  private mutating func addReference(
    _ reference: ForeignReference, to target: Int, in index: Int
  ) throws {
    let found = classes[index]
    let columns = reference.columns.compactMap { found.table.column($0) }
    let (nulls, missing) = try danglingCounts(reference, target, found)
    let isRequired =
      nulls == 0 && missing == 0 && columns.allSatisfy { $0.isRequired || $0.keyPlace > 0 }
    let type = SwiftType.named(classes[target].name)
    var model = newProperty(
      referenceName(reference, target, found), isRequired ? type : .optional(type), in: index)
    model.onDelete = Self.rule(reference.onDelete, isRequired: isRequired)
    var notes: [String] = []
    let names = reference.columns.joined(separator: ", ")
    if reference.columns.count > 1 {
      notes.append("the foreign key (\(names)), whose columns are properties, too")
    } else if !model.isNamed(after: names) {
      notes.append("the column \(names)")
    }
    if columns.count == 1, let text = columns[0].defaultText, SQLLiteral.value(of: text) != .null {
      notes.append("its default was \(text)")
    }
    if missing > 0 {
      notes.append(
        "\(missing) \(missing == 1 ? "row refers" : "rows refer") to rows that are missing, and become nil"
      )
    }
    model.notes = notes.isEmpty ? nil : notes
    classes[index].properties.append(
      ForeignProperty(
        model: model, source: .reference(reference, target: target), losesReferences: missing > 0))
  }

  /// Returns the number of rows without a reference, and of rows whose reference leads nowhere.
  private func danglingCounts(
    _ reference: ForeignReference, _ target: Int, _ found: ForeignClass
  ) throws -> (nulls: Int64, missing: Int64) {
    let isNull = reference.columns.map { "\(found.sql(of: $0, in: "t")) IS NULL" }
      .joined(separator: " OR ")
    let key = classes[target].lookup(reference, from: found)
    let row = try file.rows(
      """
      SELECT count(*) FILTER (WHERE \(isNull)), count(*) FILTER (WHERE NOT (\(isNull)) AND \(key) IS NULL) \
      FROM \(found.rows) AS t
      """)
    return (row.first?[0].integer ?? 0, row.first?[1].integer ?? 0)
  }

  private func referenceName(
    _ reference: ForeignReference, _ target: Int, _ found: ForeignClass
  ) -> String {
    let targetName = classes[target].name.withLowerBeginning
    guard reference.columns.count == 1, reference.columns[0] != found.keyColumn else {
      return targetName
    }
    let name = naming.propertyName(of: reference.columns[0])
    for ending in ["ID", "Id", "_id", "Fk", "FK"] where name.hasSuffix(ending) && name != ending {
      return String(name.dropLast(ending.count))
    }
    return name.lowercased() == "id" ? targetName : name
  }

  private static func rule(_ onDelete: String, isRequired: Bool) -> DeleteRule? {
    switch onDelete.uppercased() {
    case "CASCADE": .cascade
    case "SET NULL": nil
    default: isRequired ? nil : .restrict
    }
  }

  // MARK: Inverses

  private mutating func addInverses(to target: Int) {
    for index in classes.indices {
      let references = classes[index].properties.filter {
        if case .reference(_, target) = $0.source { true } else { false }
      }
      for property in references {
        let plain = classes[index].name.withLowerBeginning.inPlural
        let isOnly = references.count == 1 && index != target
        let name = isOnly ? plain : plain + "By" + property.model.name.capitalizedFirst
        var model = newProperty(name, .array(.named(classes[index].name)), in: target)
        model.column = nil
        model.inverse = property.model.name
        classes[target].properties.append(ForeignProperty(model: model, source: .inverse))
      }
    }
  }

  // MARK: Indices

  private mutating func addIndices(_ index: Int) throws {
    var properties: [String: ForeignProperty] = [:]
    for property in classes[index].properties {
      switch property.source {
      case .column(let name, _): properties[name.foldedName] = property
      case .reference(let reference, _) where reference.columns.count == 1:
        properties[reference.columns[0].foldedName] = property
      default: break
      }
    }
    for found in classes[index].table.indices { try add(found, properties, to: index) }
  }

  private mutating func add(
    _ found: ForeignIndex, _ properties: [String: ForeignProperty], to index: Int
  ) throws {
    let covered = found.columns.compactMap { properties[$0.name.foldedName] }
    let reason =
      found.peculiarity ?? (found.repeatsColumn ? "it has a column twice" : nil)
      ?? (covered.count != found.columns.count ? "it has a column that is no property" : nil)
    if let reason {
      // The index of the key is implied, so it needs no note.
      let isOfKey = found.columns.map(\.name) == [classes[index].keyColumn].compactMap(\.self)
      if !isOfKey { classes[index].notes.append("\(found.title) is left out: \(reason)") }
      return
    }
    if try found.isUnique && hasEqualRows(covered, in: index) {
      classes[index].notes.append(
        "\(found.title) is left out: rows that it tells apart have equal values here")
      return
    }
    let kept = zip(covered, found.columns).map { property, column in
      (property.model.column ?? "") + (column.isDescending ? " DESC" : "")
    }
    let model = IndexModel(columns: kept, isUnique: found.isUnique ? true : nil)
    let isOfReference = kept.count == 1 && !found.isUnique && classes[index].refers(by: kept[0])
    if !isOfReference, !classes[index].indices.contains(model) {
      classes[index].indices.append(model)
    }
  }

  /// Returns whether several rows store equal values of some properties. Two texts may be one date,
  /// and two spellings of a key may refer to one row.
  private func hasEqualRows(_ properties: [ForeignProperty], in index: Int) throws -> Bool {
    let forms = properties.map { form(of: $0, in: classes[index]) }
    let dates = forms.filter { $0.kind == .date }
    guard !dates.isEmpty || properties.contains(where: \.isReference) else { return false }
    // Texts sort as their dates do: rows with the same cells before the first date, and the same
    // first date, follow each other.
    let sorted = forms.filter { $0.kind != .date } + dates
    let statement = try file.connection.statement(sql: rows(of: sorted.map(\.sql), in: index))
    defer { statement.reset() }
    let count = sorted.count - max(0, dates.count - 1)
    var (neighbours, others): ([StoredValue], Set<[StoredValue]>) = ([], [])
    while let row = try statement.next() {
      let cells = try sorted.enumerated().map { try $1.kind.stored(row.value(at: $0)) }
      let first = Array(cells.prefix(count))
      if first != neighbours { (neighbours, others) = (first, []) }
      if !others.insert(Array(cells.dropFirst(count))).inserted { return true }
    }
    return false
  }

  /// Returns the SQL of the rows that have all of some cells, sorted by these.
  private func rows(of cells: [String], in index: Int) -> String {
    let areSet = cells.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
    // The new store compares texts by their bytes, whatever the old column did.
    let order = (1...cells.count).map { "\($0) COLLATE BINARY" }.joined(separator: ", ")
    return """
      SELECT \(cells.joined(separator: ", ")) FROM \(classes[index].rows) AS t \
      WHERE \(areSet) ORDER BY \(order)
      """
  }

  /// Returns the SQL of a property's cell in a row `t`, and the kind of what is stored of it.
  private func form(
    of property: ForeignProperty, in found: ForeignClass
  ) -> (sql: String, kind: ForeignColumnKind) {
    switch property.source {
    case .column(let name, let kind): (found.sql(of: name, in: "t"), kind)
    case .reference(let reference, let target):
      (classes[target].lookup(reference, from: found), .int)
    case .inverse: ("NULL", .any)
    }
  }

  private mutating func noteOthers() {
    guard !schema.others.isEmpty, !classes.isEmpty else { return }
    for other in schema.others {
      classes[0].notes.append("the \(other.kind) \(other.name) has no class")
    }
  }
}

extension ForeignClass {
  fileprivate func refers(by column: String) -> Bool {
    properties.contains {
      if case .reference = $0.source { $0.model.column == column } else { false }
    }
  }
}

extension ForeignProperty {
  fileprivate var isReference: Bool {
    if case .reference = source { true } else { false }
  }
}

extension PropertyModel {
  /// Returns whether the name is that of a column, except for case and punctuation.
  fileprivate func isNamed(after column: String) -> Bool {
    name.lowercased() == column.filter { $0.isLetter || $0.isNumber }.lowercased()
  }
}
