import PersistentObjects
import PersistentObjectsCommandLine
import PersistentObjectsInspection

/// `persist copy`: a store in another database.
struct Copy: Command {
  let source: Parameter<FilePath> = .argument(
    "FROM", .file, help: "The store to copy: a file, or a URI. It is opened read-only.")
  let target: Parameter<FilePath> = .argument(
    "TO", .file,
    help: "The store to create: a new file, or a URI of a schema without objects.")
  let format = Parameter.rowFormat

  var declaration: CommandDeclaration {
    CommandDeclaration(
      "copy", abstract: "Copy a store to another database",
      discussion: """
        Copies all objects from a file to a PostgreSQL server, or back, or to another file: keys, \
        stored forms, records, rules, indices and counters, in one transaction. The checksum of \
        both is the same afterwards. Tables and columns of other programs are left out, as are indices \
        with a condition or on an expression between different databases; they are listed.

        A URI names a server, a database and a schema: postgresql://host/database?schema=name.
        """,
      parameters: [source, target, format],
      examples: [
        Example("persist copy people.sqlite3 copy.sqlite3")
      ])
  }

  func run(_ invocation: Invocation, _ output: Output) throws -> ExitStatus {
    let report = try InspectedFile.reading(invocation[source]) { file in
      try invocation[target].filling(under: output.interruption) {
        try output.copy(file, to: $0)
      }
    }
    try output.document { document in
      try document.pairs(
        "copied", title: "Copied",
        [
          OutputPair("tables", .integer(Int64(report.tableCount)), .grouped),
          OutputPair("rows", .integer(Int64(report.rowCount)), .grouped),
        ])
      if report.leftOut.isEmpty && output.format == .table { return }
      try document.rows("leftOut", title: "Left out", isMain: true, [OutputColumn("left out")]) {
        append in for name in report.leftOut { try append([.text(name)]) }
      }
    }
    return .success
  }
}
