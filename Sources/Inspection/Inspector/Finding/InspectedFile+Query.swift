import PersistentObjects
import PersistentObjectsDriver

extension InspectedFile {
  /// Calls `body` with the objects that a query selects, until it returns false. Runs one statement
  /// for the keys, and the statements of ``object(_:)`` for each object.
  ///
  /// Throws `unknownClass` if the file records no class of that name, or several, and
  /// `invalidQuery` if the criteria are not a condition, have a parameter, or name something that
  /// the class does not have.
  public func forEachObject(
    matching query: ObjectQuery, _ body: (InspectedObject) throws -> Bool
  ) throws {
    let tables = try tables(ofClass: query.className)
    let statement = try connection.statement(sql: try sql(of: query, in: tables))
    defer { statement.reset() }
    guard statement.parameters.width == 0 else { throw Self.unbound(query) }
    while let row = try statement.next() {
      guard case .text(let table) = row.value(at: 0),
        let object = try reader(ofTable: table).object(pk: row.integer(at: 1))
      else { continue }
      guard try body(object) else { return }
    }
  }

  private static func unbound(_ query: ObjectQuery) -> PersistenceError {
    PersistenceError(
      .invalidQuery,
      "the condition has a parameter without a value; write the value, as in lastName = 'Smith'",
      context: .init(className: query.className), sql: query.criteria)
  }

  /// Returns the names of the properties of a class and its subclasses, each once, inherited ones
  /// first.
  public func propertyNames(ofClass name: String) throws -> [String] {
    var names: [String] = []
    for table in try tables(ofClass: name) {
      for property in catalog.properties(of: table) where !names.contains(property.name) {
        names.append(property.name)
      }
    }
    return names
  }

  /// Returns the table of a class and those of its subclasses.
  func tables(ofClass name: String) throws -> [String] {
    let table = try classModel(named: name).table
    return [table] + subclassTables(of: table)
  }

  private func subclassTables(of table: String) -> [String] {
    let lookup = CatalogLookup(catalog)
    return model.classes.map(\.table).filter { lookup.ancestors(of: $0).contains(table) }
  }

  /// Returns the SQL whose rows are a table and a key.
  private func sql(of query: ObjectQuery, in tables: [String]) throws -> String {
    let parts = try tables.map { try part(of: query, in: $0) }
    let order = query.order.enumerated().map { "\($0 + 3)" + direction(of: $1) }
    let limit = query.limit.map { " LIMIT \($0)" } ?? ""
    return parts.joined(separator: " UNION ALL ") + " ORDER BY "
      + (order + ["2", "1"]).joined(separator: ", ") + limit
  }

  /// Returns the direction of a term, with nil before all values, which is the default of some
  /// databases.
  private func direction(of order: ObjectQuery.Order) -> String {
    let isUsual = connection.dialect.character.nullPlacement == .first
    if order.isDescending { return isUsual ? " DESC" : " DESC NULLS LAST" }
    return isUsual ? "" : " NULLS FIRST"
  }

  private func part(of query: ObjectQuery, in table: String) throws -> String {
    let dialect = connection.dialect
    let names = PropertyNames(table, catalog, dialect)
    let columns = try query.order.map { try names.column(of: $0.property) }
    let conditions =
      try (query.pk.map { ["pk = \($0)"] } ?? [])
      + (query.criteria.map { ["(\(try names.sql(of: $0)))"] } ?? [])
    return "SELECT \(dialect.literal(.text(table))), "
      + (["pk"] + columns).joined(separator: ", ") + " FROM \(catalog.rows(of: table))"
      + (conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND "))
  }
}

/// The columns of a class's properties, for conditions written by people.
struct PropertyNames {
  private let table: String
  private let className: String
  private let dialect: any Dialect
  private var columns: [String: String] = [:]

  init(_ table: String, _ catalog: SchemaCatalog, _ dialect: any Dialect) {
    self.table = table
    self.dialect = dialect
    className = catalog.className(of: table)
    for name in catalog.tables[table]?.columns ?? [] { columns[name] = name }
    // A property takes precedence over a column of the same name.
    for place in catalog.places(of: table) where place.childTable == nil || place.presence != nil {
      columns[place.name] = place.presence ?? place.composite?.telling ?? place.column
      for leaf in place.composite?.leaves ?? [] where !leaf.path.isEmpty {
        columns[([place.name] + leaf.path).joined(separator: ".")] = leaf.column
      }
    }
  }

  /// Returns the column of a property, quoted.
  ///
  /// Throws `invalidQuery` for a name that is not a property in a column.
  func column(of property: String) throws -> String {
    guard let column = columns[property] else {
      throw PersistenceError(
        .invalidQuery,
        """
        '\(property)' is not a property of the class in a column; it has \
        \(columns.keys.sorted().joined(separator: ", "))
        """, context: .init(className: className, property: property, table: table))
    }
    return dialect.quoted(column)
  }

  /// Returns a condition, with columns in place of properties.
  func sql(of criteria: String) throws -> String {
    try Criteria.text(criteria) { columns[$0].map(dialect.quoted) }
  }
}
