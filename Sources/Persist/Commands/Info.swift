import PersistentObjectsCommandLine
import PersistentObjectsInspection

/// The command `persist info`: the contents of a store.
struct Info: Command {
  let file = Parameter.database
  let format = Parameter.rowFormat

  var declaration: CommandDeclaration {
    CommandDeclaration(
      "info", abstract: "Show what a store consists of",
      discussion: """
        Lists the classes with their rows, the bytes of each table and index, codecs and versions, \
        and the figures of the file: pages, free pages, the log, and the settings of SQLite. Of a \
        database of another program, lists the tables, their columns, views and triggers.

        With --json the sections are members of one object; with --ndjson each line names its \
        section; --csv prints only the classes, or the tables of another program.
        """,
      parameters: [file, format],
      examples: [Example("persist info people.sqlite3")])
  }

  func run(_ invocation: Invocation, _ output: Output) throws -> ExitStatus {
    try InspectedFile.reading(invocation[file], orAnyDatabase: true) { file in
      let figures = try file.figures()
      try output.document { document in
        try document.pairs("file", title: file.path, Self.pairs(of: figures))
        if let foreign = file.foreign {
          try ForeignTables(schema: foreign, figures: figures).show(&document)
          return
        }
        try document.rows(
          "classes", title: "Classes", isMain: true, Self.classColumns
        ) { append in for found in figures.classes { try append(found.row) } }
        try document.rows("tables", title: "Tables and indices", Self.tableColumns) { append in
          for table in figures.tables { for row in table.rowsOfAll { try append(row) } }
        }
        try document.rows("codecs", title: "Codecs", Self.codecColumns) { append in
          for use in figures.classes.flatMap(\.codecs) { try append(use.row) }
        }
      }
    }
    return .success
  }

  private static let classColumns = [
    OutputColumn("class"), OutputColumn("table"), OutputColumn("rows", .grouped),
    OutputColumn("bytes", .bytes, isOptional: true),
  ]
  private static let tableColumns = [
    OutputColumn("table"), OutputColumn("index", isOptional: true),
    OutputColumn("rows", .grouped, isOptional: true),
    OutputColumn("bytes", .bytes, isOptional: true), OutputColumn("ours", isOptional: true),
  ]
  private static let codecColumns = [
    OutputColumn("column"), OutputColumn("property"), OutputColumn("codec"),
    OutputColumn("standard"),
  ]

  private static func pairs(of figures: FileFigures) -> [OutputPair] {
    [
      OutputPair("bytes", .integer(Int64(figures.bytes)), .bytes),
      OutputPair("logBytes", figures.logBytes.outputValue, .bytes, isOptional: true),
      OutputPair("pageSize", .integer(Int64(figures.pageSize)), .bytes),
      OutputPair("pages", .integer(Int64(figures.pageCount)), .grouped),
      OutputPair("freePages", figures.freePageCount.outputValue, .grouped, isOptional: true),
    ] + figures.settings.sorted { $0.key < $1.key }.map { OutputPair($0.key, .text($0.value)) }
  }
}

/// The tables of another program's database, as SQLite has them.
struct ForeignTables {
  let schema: ForeignSchema
  let figures: FileFigures

  func show(_ document: inout OutputDocument) throws {
    try document.rows("tables", title: "Tables and indices", isMain: true, Self.tableColumns) {
      append in
      for table in figures.tables {
        for row in table.rowsOfAll { try append(row.dropLast()) }
      }
    }
    try document.rows("columns", title: "Columns", Self.columnColumns) { append in
      for table in schema.tables {
        for column in table.columns { try append(row(of: column, table)) }
      }
    }
    guard !schema.others.isEmpty else { return }
    try document.rows("others", title: "Others", [OutputColumn("kind"), OutputColumn("name")]) {
      append in
      for other in schema.others { try append([.text(other.kind), .text(other.name)]) }
    }
  }

  private static let tableColumns = [
    OutputColumn("table"), OutputColumn("index", isOptional: true),
    OutputColumn("rows", .grouped, isOptional: true),
    OutputColumn("bytes", .bytes, isOptional: true),
  ]
  private static let columnColumns = [
    OutputColumn("table"), OutputColumn("column"), OutputColumn("type", isOptional: true),
    OutputColumn("key", isOptional: true), OutputColumn("required"),
    OutputColumn("default", isOptional: true), OutputColumn("references", isOptional: true),
  ]

  private func row(of column: ForeignTable.Column, _ table: ForeignTable) -> [OutputValue] {
    [
      .text(table.name), .text(column.name),
      column.declaredType.isEmpty ? .null : .text(column.declaredType),
      column.keyPlace > 0 ? .integer(Int64(column.keyPlace)) : .null, .bool(column.isRequired),
      .text(ifAny: column.defaultText), .text(ifAny: target(of: column.name, table)),
    ]
  }

  /// Returns the table and the column to which a column refers; nil if it refers to none.
  private func target(of column: String, _ table: ForeignTable) -> String? {
    for key in table.foreignKeys {
      guard let place = key.columns.firstIndex(where: { $0.foldedName == column.foldedName }) else {
        continue
      }
      let names = schema.table(key.target)?.columns(of: key) ?? key.targetColumns
      return names.indices.contains(place) ? "\(key.target).\(names[place])" : key.target
    }
    return nil
  }
}

extension FileFigures {
  /// The tables; those of classes come first.
  fileprivate var tables: [TableFigures] {
    classes.flatMap { [$0.table] + $0.childTables } + otherTables
  }
}

extension ClassFigures {
  fileprivate var row: [OutputValue] {
    let sizes = ([table] + childTables).flatMap { [$0.bytes] + $0.indices.map(\.bytes) }
    let isKnown = !sizes.contains(nil)
    return [
      .text(name), .text(table.name), .integer(Int64(table.rows)),
      isKnown ? .integer(Int64(sizes.compactMap(\.self).reduce(0, +))) : .null,
    ]
  }
}

extension ClassFigures.CodecUse {
  fileprivate var row: [OutputValue] {
    [.text(column), .text(property), .text(codec), .bool(isStandard)]
  }
}

extension TableFigures {
  /// A row for the table, and one for each of its indices.
  fileprivate var rowsOfAll: [[OutputValue]] {
    [[.text(name), .null, .integer(Int64(rows)), bytes.outputValue, .null]]
      + indices.map {
        [.text(name), .text($0.name), .null, $0.bytes.outputValue, .bool($0.isOwn)]
      }
  }
}

extension Int? {
  fileprivate var outputValue: OutputValue { map { .integer(Int64($0)) } ?? .null }
}
