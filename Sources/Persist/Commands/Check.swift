import PersistentObjects
import PersistentObjectsCommandLine
import PersistentObjectsInspection
import PersistentObjectsReport

/// `persist check`: whether a store is sound.
struct Check: Command {
  let file = Parameter.database
  let deep: Parameter<Bool> = .flag(
    "--deep", help: "Reads every cell by its codec, every reference, position and counter.")
  let format = Parameter.rowFormat

  var declaration: CommandDeclaration {
    CommandDeclaration(
      "check", abstract: "Check whether a store is sound",
      discussion: """
        Each finding names the table, the key and the remedy; of several, the one that loses the least \
        comes first. UNKNOWN says what could not be checked. A terminal shows the findings of one \
        cause together; the other formats list each. Nothing is changed. The exit status is 0 if the \
        store is sound and 1 if something was found.
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
      let title = check.title
      if output.isForPeople, check.findings.isEmpty {
        try document.pairs("findings", title: title, [])
      } else if output.isForPeople {
        try document.rows("findings", title: title, Self.causeColumns) { append in
          for cause in check.causes { try append(cause.row) }
        }
      } else {
        try document.rows("findings", title: title, isMain: true, Self.findingColumns) { append in
          for finding in check.findings { try append(finding.row) }
        }
      }
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
      return try InspectedFile.reading(invocation[file], orAnyDatabase: true) {
        try $0.check(isDeep: invocation[deep], progress: output.progress("Checking"))
      }
    } catch let error as PersistenceError where error.code == .corrupt {
      return FileCheck(damage: error)
    }
  }

  private static let findingColumns = [
    OutputColumn("kind"), OutputColumn("table", isOptional: true),
    OutputColumn("column", isOptional: true), OutputColumn("key", isOptional: true),
    OutputColumn("message"), OutputColumn("remedy"),
  ]
  private static let causeColumns = [
    OutputColumn("kind", colors: ["UNKNOWN": .yellow]), OutputColumn("where"),
    OutputColumn.prose("message"), OutputColumn.prose("remedy"),
  ]
  private static let classColumns = [
    OutputColumn("class"), OutputColumn("objects", .grouped), OutputColumn("elements", .grouped),
    OutputColumn("cells", .grouped), OutputColumn("unknownCells", .grouped),
  ]
}

extension FileCheck {
  /// The numbers of faults and of unchecked parts in words.
  fileprivate var title: String {
    let unknown = causes.count { $0.kind == .unknown }
    let faults = causes.count - unknown
    let words = [
      isSound ? "Sound" : faults == 1 ? "1 fault" : "\(faults) faults",
      unknown == 0 ? nil : unknown == 1 ? "1 part not checked" : "\(unknown) parts not checked",
    ]
    return words.compactMap(\.self).joined(separator: ", ")
  }
}

extension FileCheck.Kind {
  fileprivate var word: String { self == .unknown ? "UNKNOWN" : rawValue }
}

extension FileCheck.Cause {
  fileprivate var row: [OutputValue] {
    [.text(kind.word), .text(place), .text(message), .text(remedy)]
  }
}

extension FileCheck.Finding {
  fileprivate var row: [OutputValue] {
    [
      .text(kind.word), .text(ifAny: table),
      .text(ifAny: column), pk.map(OutputValue.integer) ?? .null, .text(message), .text(remedy),
    ]
  }
}

extension ClassCheck {
  fileprivate var row: [OutputValue] {
    [.text(name)] + [objects, elements, cells, unknownCells].map { .integer(Int64($0)) }
  }
}
