import PersistentObjectsAncestors
import PersistentObjectsCommandLine
import PersistentObjectsGeneration
import PersistentObjectsInspection

/// `persist schema`: the recorded model.
struct Schema: Command {
  /// The language of the model.
  enum Form: FlagChoice {
    case table
    case swift
    case sql
    case json

    var flag: Flag? {
      switch self {
      case .table: nil
      case .swift:
        Flag("--swift", help: "Prints Swift declarations that open the file with nothing pending.")
      case .sql: Flag("--sql", help: "Prints the statements that create its tables and indices.")
      case .json: Flag("--json", help: "Prints the model as JSON, as generate reads it.")
      }
    }
  }

  let file = Parameter.store
  let className = Parameter.optionalClass(help: "The only class to show.")
  let form: Parameter<Form> = .choice(default: .table)

  var declaration: CommandDeclaration {
    CommandDeclaration(
      "schema", abstract: "Show the recorded model",
      discussion: """
        Shows classes, properties, codecs, indices and references as the store has recorded them: \
        as a table, or in the form asked for. A property is optional if a row has NULL in it; notes \
        say what had to be decided. The declarations of --swift compile, and open the store with \
        nothing pending.
        """,
      parameters: [file, className, form],
      examples: [
        Example("persist schema people.sqlite3"),
        Example("persist schema people.sqlite3 Person --swift"),
        Example("persist schema people.sqlite3 --json > model.json"),
      ])
  }

  func run(_ invocation: Invocation, _ output: Output) throws -> ExitStatus {
    try InspectedFile.reading(invocation[file]) { file in
      let table = try invocation[className].map(file.table(ofClass:))
      if invocation[form] == .sql {
        try output.verbatim(file.sql(of: table))
      } else {
        try show(file.declaredModel(), table: table, as: invocation[form], of: file.path, output)
      }
    }
    return .success
  }

  private func show(
    _ model: StoreModel, table: String?, as form: Form, of path: String, _ output: Output
  ) throws {
    switch form {
    case .json: try output.verbatim(model.restricted(to: table).json())
    case .swift:
      try model.check(source: path)
      try output.verbatim(model.swiftDeclarations(of: table, templates: TemplateSet()))
    case .table, .sql: try SchemaTable(output: output).show(model.restricted(to: table))
    }
  }
}
