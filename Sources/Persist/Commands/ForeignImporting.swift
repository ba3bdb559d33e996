import PersistentObjectsCommandLine
import PersistentObjectsGeneration
import PersistentObjectsInspection

/// Imports a database of another program, and prints what was imported.
struct ForeignImporting {
  let database: ForeignDatabase
  let output: Output

  /// - Parameter target: the new store; nil to print only what would be imported.
  func run(into target: FilePath?) throws -> ExitStatus {
    let counts =
      try target?.making(output) { path in
        try database.import(into: path, progress: output.progress("Importing"))
      } ?? database.rowCounts()
    output.progressLine.end()
    try output.document { document in
      try document.rows(
        "classes", title: "Classes", isMain: true,
        [OutputColumn("class"), OutputColumn("table"), OutputColumn("objects", .grouped)]
      ) { append in
        for model in database.model.classes {
          try append([
            .text(model.name), .text(model.table), .integer(Int64(counts[model.name] ?? 0)),
          ])
        }
      }
      try document.rows(
        "notes", title: "Decided",
        [
          OutputColumn("class"), OutputColumn("property", isOptional: true),
          OutputColumn.prose("note"),
        ]
      ) { append in for row in notes { try append(row) } }
    }
    return database.losesReferences ? .found : .success
  }

  private var notes: [[OutputValue]] {
    database.model.classes.flatMap { model in
      (model.notes ?? []).map { [.text(model.name), .null, .text($0)] }
        + model.properties.flatMap { property in
          (property.notes ?? []).map { [.text(model.name), .text(property.name), .text($0)] }
        }
    }
  }
}
