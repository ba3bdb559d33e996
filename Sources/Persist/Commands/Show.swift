import PersistentObjects
import PersistentObjectsCommandLine
import PersistentObjectsInspection

/// `persist show`: objects with all their properties.
struct Show: Command {
  let file = Parameter.database
  let className: Parameter<String> = .argument(
    "CLASS", .className, help: "The class; its subclasses are shown, too.")
  let key: Parameter<String?> = .optionalArgument(
    "KEY", .key, help: "The key of the one object to show.")
  let criteria: Parameter<String?> = .option(
    "--where", placeholder: "CRITERIA", .text,
    help: "Shows only objects that meet the criteria, as in \"born < '1970-01-01'\".")
  let order: Parameter<[String]> = .repeatedOption(
    "--order", placeholder: "PROPERTY", .text,
    help: "Sorts by the property, or in descending order with a dash before it.")
  let limit: Parameter<Int?> = .option(
    "--limit", placeholder: "N", .number(from: 1), help: "Stops after N objects.")
  let depth: Parameter<Int> = .option(
    "--depth", placeholder: "N", .number(from: 0, to: 20), default: 0,
    help: "Shows the objects that references lead to, up to N steps away.")
  let format = Parameter.rowFormat

  var declaration: CommandDeclaration {
    CommandDeclaration(
      "show", abstract: "Show objects with all their properties",
      discussion: """
        Values are read by the codecs that the store has recorded. A codec that is not a standard \
        one shows its name and the stored form. A terminal lays the objects that --depth adds out on \
        lines of their own. In a database of another program, the classes are its tables, and the \
        key is that of the row.
        """,
      parameters: [file, className, key, criteria, order, limit, depth, format],
      examples: [
        Example("persist show people.sqlite3 Person 7 --depth 1"),
        Example("persist show people.sqlite3 Person --where \"born < '1970-01-01'\" --limit 3"),
        Example("persist show people.sqlite3 Person --order lastName --order -born --csv"),
      ])
  }

  func run(_ invocation: Invocation, _ output: Output) throws -> ExitStatus {
    try InspectedFile.reading(invocation[file], orAnyDatabase: true) { file in
      let query = try query(invocation, in: file)
      let objects = ObjectPresentation(file: file, depth: invocation[depth])
      if let key = invocation[key] { return try show(key, query, objects, output) }
      if output.isForPeople, invocation[depth] > 0 {
        try printForPeople(query, objects, output)
        return .success
      }
      let columns = try file.propertyNames(ofClass: query.className)
      try output.rows((["object"] + columns).map { OutputColumn($0) }) { append in
        try file.forEachObject(matching: query) { object in
          let name = OutputValue.text(file.name(of: object.key))
          try append(row(name, try objects.pairs(of: object), columns))
          return true
        }
      }
      return .success
    }
  }

  private func query(_ invocation: Invocation, in file: InspectedFile) throws -> ObjectQuery {
    var query = ObjectQuery(invocation[className])
    query.criteria = invocation[criteria]
    if let key = invocation[key] { try select(key, in: &query, invocation, file) }
    query.order = invocation[order].map {
      ObjectQuery.Order(
        $0.hasPrefix("-") ? String($0.dropFirst()) : $0, isDescending: $0.hasPrefix("-"))
    }
    query.limit = invocation[limit]
    return query
  }

  /// Selects the object with a key: an integer, or the key of a row of another program's table.
  private func select(
    _ key: String, in query: inout ObjectQuery, _ invocation: Invocation, _ file: InspectedFile
  ) throws {
    query.pk = Int64(key)
    let table = file.foreign?.table(query.className)
    guard let table, table.primaryKey.count == 1,
      table.column(table.primaryKey[0])?.declaredType != "INTEGER"
    else {
      if query.pk != nil { return }
      throw UsageError("KEY must be a whole number, not “\(key)”", verb: invocation.verb)
    }
    query.pk = nil
    let dialect = SQLiteDialect()
    let condition = """
      \(dialect.quoted(table.primaryKey[0])) = \(dialect.literal(.text(key)))
      """
    query.criteria = query.criteria.map { "(\($0)) AND \(condition)" } ?? condition
  }

  private func row(
    _ name: OutputValue, _ pairs: [OutputPair], _ columns: [String]
  ) -> [OutputValue] {
    let values = Dictionary(pairs.map { ($0.name, $0.value) }) { first, _ in first }
    return [name] + columns.map { values[$0] ?? .null }
  }

  /// Prints the objects with a key. Each table has its own keys, so a class and its subclasses may
  /// have several.
  private func show(
    _ key: String, _ query: ObjectQuery, _ objects: ObjectPresentation, _ output: Output
  ) throws -> ExitStatus {
    var found: [(name: OutputValue, pairs: [OutputPair])] = []
    try objects.file.forEachObject(matching: query) { object in
      let name = OutputValue.text(objects.file.name(of: object.key))
      found.append((name, try objects.pairs(of: object)))
      return true
    }
    guard !found.isEmpty else {
      throw PersistenceError(
        .objectNotFound, "there is no matching \(query.className) with the key \(key)")
    }
    if output.format == .table {
      try printForPeople(found, output)
    } else {
      try printRows(found, output)
    }
    return .success
  }

  private func printForPeople(
    _ found: [(name: OutputValue, pairs: [OutputPair])], _ output: Output
  ) throws {
    for (place, object) in found.enumerated() {
      if place > 0 { try output.say() }
      try output.record([OutputPair("object", object.name)] + object.pairs)
    }
  }

  /// Prints objects one below the other, with room for the objects in them.
  private func printForPeople(
    _ query: ObjectQuery, _ objects: ObjectPresentation, _ output: Output
  ) throws {
    var isFirst = true
    try objects.file.forEachObject(matching: query) { object in
      if !isFirst { try output.say() }
      isFirst = false
      let name = OutputValue.text(objects.file.name(of: object.key))
      try output.record([OutputPair("object", name)] + objects.pairs(of: object))
      return true
    }
  }

  private func printRows(
    _ found: [(name: OutputValue, pairs: [OutputPair])], _ output: Output
  ) throws {
    var columns: [String] = []
    for pair in found.flatMap(\.pairs) where !columns.contains(pair.name) {
      columns.append(pair.name)
    }
    try output.rows((["object"] + columns).map { OutputColumn($0) }) { append in
      for object in found { try append(row(object.name, object.pairs, columns)) }
    }
  }
}

extension ValueType where Value == String {
  /// A key: a number, or in a table of another program any text.
  fileprivate static var key: ValueType {
    ValueType(kind: .number(.min ... .max)) { text throws(UnreadableValue) in text }
  }
}
