import PersistentObjects
import PersistentObjectsCommandLine
import PersistentObjectsInspection
import PersistentObjectsReport

/// `persist check`: whether a store is sound.
struct Check: Command {
  let file = Parameter.store
  let deep: Parameter<Bool> = .flag(
    "--deep", help: "Reads every cell by its codec, every reference, position and counter.")
  let format = Parameter.rowFormat

  var declaration: CommandDeclaration {
    CommandDeclaration(
      "check", abstract: "Check whether a store is sound",
      discussion: """
        Each finding names the table, the key and the remedy; UNKNOWN says what could not be checked. \
        Nothing is changed. The exit status is 0 if the store is sound and 1 if something was found.
        """,
      parameters: [file, deep, format],
      examples: [
        Example("persist check people.sqlite3"),
        Example("persist check people.sqlite3 --deep --ndjson"),
      ])
  }

  func run(_ invocation: Invocation, _ output: Output) throws -> ExitStatus {
    let check = try result(invocation, output)
    try output.document { document in
      try document.rows(
        "findings", title: check.isSound ? "Sound" : "Found", isMain: true, Self.findingColumns
      ) { append in for finding in check.findings { try append(finding.row) } }
      guard !check.classes.isEmpty else { return }
      try document.rows("classes", title: "Looked at", Self.classColumns) { append in
        for found in check.classes { try append(found.row) }
      }
    }
    return check.isSound ? .success : .found
  }

  /// Returns the result of the check. A file that is too damaged to be opened is not sound.
  private func result(_ invocation: Invocation, _ output: Output) throws -> FileCheck {
    try invocation[file].requireDatabase()
    do {
      return try InspectedFile.reading(invocation[file]) {
        try $0.check(isDeep: invocation[deep], progress: output.progress("Checking"))
      }
    } catch let error as PersistenceError where error.code == .corrupt {
      return FileCheck(damage: error)
    }
  }

  private static let findingColumns = [
    OutputColumn("kind", colors: ["UNKNOWN": .yellow]), OutputColumn("table"),
    OutputColumn("column"), OutputColumn("key"), OutputColumn("message"), OutputColumn("remedy"),
  ]
  private static let classColumns = [
    OutputColumn("class"), OutputColumn("objects", .grouped), OutputColumn("elements", .grouped),
    OutputColumn("cells", .grouped), OutputColumn("unknownCells", .grouped),
  ]
}

extension FileCheck.Finding {
  fileprivate var row: [OutputValue] {
    [
      .text(kind == .unknown ? "UNKNOWN" : kind.rawValue), .text(ifAny: table),
      .text(ifAny: column), pk.map(OutputValue.integer) ?? .null, .text(message), .text(remedy),
    ]
  }
}

extension ClassCheck {
  fileprivate var row: [OutputValue] {
    [.text(name)] + [objects, elements, cells, unknownCells].map { .integer(Int64($0)) }
  }
}
