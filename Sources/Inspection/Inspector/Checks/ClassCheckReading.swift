import PersistentObjects
import PersistentObjectsDriver

/// Reads all rows of a class and of its collections, cell by cell.
struct ClassCheckReading {
  private(set) var findings: [FileCheck.Finding] = []
  private(set) var counts: ClassCheck
  private let table: String
  private let catalog: SchemaCatalog
  private let connection: Connection
  private let mostFindings: Int
  private var omitted = 0

  init(_ table: String, _ file: InspectedFile, _ mostFindings: Int) {
    counts = ClassCheck(name: file.classNames.name(of: table))
    self.table = table
    catalog = file.catalog
    connection = file.connection
    self.mostFindings = mostFindings
  }

  mutating func run(_ progress: inout RowProgress) throws {
    let columns = (catalog.tables[table]?.columns ?? []).compactMap {
      ColumnReading(table, $0, catalog)
    }
    try forEachRow(of: table, &progress) { check, row in
      check.counts.objects += 1
      check.read(columns, row)
    }
    noteUnrecordedColumns()
    for composite in catalog.composites(of: table).sorted(by: { $0.key < $1.key }).map(\.value) {
      try findingDamage(in: table) { try $0.checkPresence(of: composite, in: $0.table) }
    }
    for place in catalog.places(of: table) {
      guard let child = place.childTable else { continue }
      try findingDamage(in: table) { try $0.checkPresence(of: place, in: child) }
      try check(child, depth: 1, &progress)
    }
    noteUnknown()
    noteOmitted()
  }

  private mutating func check(
    _ child: String, depth: Int, _ progress: inout RowProgress
  ) throws {
    let collection = CollectionTable(child, depth: depth, catalog)
    let columns = collection.keyColumns + collection.elementColumns
    var positions = ArrayPositions(collection)
    try forEachRow(of: child, by: collection.keys, &progress) { check, row in
      check.counts.elements += 1
      check.read(columns, row)
      if let gap = positions.gap(before: row) {
        check.add(.position, child, pk: row.storedInteger(at: 0), gap, ArrayPositions.remedy)
      }
    }
    if let composite = collection.composite?.recorded {
      try findingDamage(in: child) { try $0.checkPresence(of: composite, in: child) }
    }
    if let inner = collection.inner { try check(inner, depth: depth + 1, &progress) }
  }

  private mutating func forEachRow(
    of table: String, by keys: [String] = [], _ progress: inout RowProgress,
    _ body: (inout Self, Row) -> Void
  ) throws {
    let dialect = connection.dialect
    let order = keys.isEmpty ? "" : " ORDER BY " + keys.map(dialect.quoted).joined(separator: ", ")
    let statement = try connection.statement(
      sql: "SELECT * FROM \(catalog.rows(of: table))\(order)")
    defer { statement.reset() }
    statement.readByAndBy()
    while let row = try nextRow(of: statement, in: table) {
      body(&self, row)
      try progress.countRow()
    }
  }

  /// Returns the next row; nil after the last one that can be read.
  private mutating func nextRow(of statement: Statement, in table: String) throws -> Row? {
    var row: Row?
    try findingDamage(in: table) { _ in row = try statement.next() }
    return row
  }

  /// Runs `body`. Damage ends the reading of the table, and is recorded as a finding.
  private mutating func findingDamage(
    in table: String, _ body: (inout Self) throws -> Void
  ) throws {
    do {
      try body(&self)
    } catch let error as PersistenceError where error.code == .corrupt {
      add(.unknown, table, "the rest of the table cannot be read: \(error.message)", "see above")
    }
  }

  private mutating func read(_ columns: [ColumnReading], _ row: Row) {
    for column in columns where !row.isNull(at: column.position) {
      guard column.isKnown else {
        counts.unknownCells += 1
        continue
      }
      counts.cells += 1
      do {
        _ = try column.value(in: row)
      } catch {
        let message = (error as? PersistenceError)?.message ?? "\(error)"
        add(
          .value, column.place.table, column: column.place.column, pk: row.storedInteger(at: 0),
          message, "write a value that the codec reads, or restore the row from a backup")
      }
    }
  }

  /// Checks that collections recorded as nil have no elements.
  private mutating func checkPresence(of place: PropertyPlace, in child: String) throws {
    guard let column = place.presence else { return }
    let dialect = connection.dialect
    let statement = try connection.statement(
      sql: """
        SELECT pk FROM \(dialect.quoted(table)) WHERE \(dialect.quoted(column)) IS NULL \
        AND EXISTS (SELECT 1 FROM \(dialect.quoted(child)) WHERE parent_pk = pk)
        """)
    defer { statement.reset() }
    while let row = try statement.next() {
      add(
        .presence, table, column: column, pk: row.integer(at: 0),
        "the collection is nil, but has elements in \(child)",
        "set \(column) to 1, or delete the elements")
    }
  }

  /// Checks that values in several columns that are nil, and the other cases of enums, have nothing
  /// in their columns.
  private mutating func checkPresence(of composite: RecordedComposite, in table: String) throws {
    if let telling = composite.telling {
      try checkAbsence(
        of: composite.columns.filter { $0 != telling }, in: table,
        where: "\(connection.dialect.quoted(telling)) IS NULL", as: telling, "the value is nil")
    }
    for name in composite.cases ?? [] {
      guard let column = composite.caseColumn, let field = composite.field(ofCase: name) else {
        continue
      }
      let literal = connection.dialect.literal(.text(name))
      try checkAbsence(
        of: field.columns, in: table,
        where: "coalesce(\(connection.dialect.quoted(column)), '') <> \(literal)", as: column,
        "the case is not \(name)")
    }
    for field in composite.fields {
      if case .composite(let inner) = field.content { try checkPresence(of: inner, in: table) }
    }
  }

  private mutating func checkAbsence(
    of columns: [String], in table: String, where condition: String, as telling: String,
    _ reason: String
  ) throws {
    if columns.isEmpty { return }
    let dialect = connection.dialect
    let key = catalog.isChild(table) ? ColumnName.parent : ColumnName.pk
    let others = columns.map { "\(dialect.quoted($0)) IS NOT NULL" }.joined(separator: " OR ")
    let statement = try connection.statement(
      sql: """
        SELECT \(key) FROM \(catalog.rows(of: table)) WHERE \(condition) AND (\(others)) ORDER BY 1
        """)
    defer { statement.reset() }
    while let row = try statement.next() {
      add(
        .presence, table, column: telling, pk: row.integer(at: 0),
        "\(reason) by \(telling), but not all of \(columns.joined(separator: ", ")) are NULL",
        "fill \(telling), or set the others to NULL")
    }
  }

  // MARK: Findings

  private mutating func add(
    _ kind: FileCheck.Kind, _ table: String, column: String? = nil, pk: Int64? = nil,
    _ message: String, _ remedy: String
  ) {
    guard findings.count < mostFindings else {
      omitted += 1
      return
    }
    findings.append(
      .init(kind: kind, table: table, column: column, pk: pk, message: message, remedy: remedy))
  }

  private mutating func noteUnknown() {
    guard counts.unknownCells > 0 else { return }
    let tables = catalog.columns.filter { catalog.classTable(of: $0.key.table) == table }
    let unknown = tables.filter {
      ColumnReading($0.key.table, $0.key.column, catalog)?.isKnown == false
    }
    for (place, column) in unknown.sorted(by: {
      ($0.key.table, $0.key.column) < ($1.key.table, $1.key.column)
    }) {
      findings.append(
        .init(
          kind: .unknown, table: place.table, column: place.column,
          message:
            "the codec '\(column.description)' is not a standard one; its cells were not read",
          remedy: "read the objects with the program that has the codec",
          subject: column.description))
    }
  }

  /// Notes the columns that are not recorded. Another program may have added them.
  private mutating func noteUnrecordedColumns() {
    for column in catalog.tables[table]?.columns ?? [] where column != ColumnName.pk {
      guard catalog.columns[.init(table: table, column: column)] == nil else { continue }
      add(
        .unknown, table, column: column, "the column is not recorded; its cells were not read",
        "read them with the program that has added the column")
    }
  }

  private mutating func noteOmitted() {
    guard omitted > 0 else { return }
    findings.append(
      .init(
        kind: .unknown, table: table, message: "\(omitted) more findings of the class are left out",
        remedy: "repair those above and check again"))
  }
}
