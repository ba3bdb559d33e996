import Foundation
import PersistentObjectsCommandLine
import PersistentObjectsGeneration
import PersistentObjectsInspection

/// `persist generate`: classes with the generation gap.
struct Generate: Command {
  let source: Parameter<FileArgument> = .argument(
    "INPUT", .fileOrStandardStream,
    help: "A store, any other SQLite database, or a model as JSON; - reads a model.")
  let folder: Parameter<String> = .requiredOption(
    "-o", "--output", placeholder: "FOLDER", .folder, help: "The folder of the Swift files.")
  let check: Parameter<Bool> = .flag(
    "--check", help: "Writes nothing, and exits with 1 if something would change.")
  let templates: Parameter<String?> = .option(
    "--templates", placeholder: "FOLDER", .folder,
    help: "Uses templates from the folder instead of the built-in ones.")
  let omitted = Parameter.omittedTables
  let prune: Parameter<Bool> = .flag(
    "--prune", help: "Removes machine files whose class is gone.")
  let format = Parameter.rowFormat

  var declaration: CommandDeclaration {
    CommandDeclaration(
      "generate", abstract: "Generate classes with the generation gap",
      discussion: """
        For each class there are two files: _Person.swift is the machine's and is rewritten, \
        Person.swift is yours, created once and never touched again. Only machine files that differ \
        are written. The output says what became of each file: written, unchanged, kept, removed, or \
        stale, which is a machine file whose class is gone. A remark says what your part must declare \
        to fit the other.
        """,
      parameters: [source, folder, check, templates, omitted, prune, format],
      examples: [
        Example("persist generate people.sqlite3 -o Sources/Model"),
        Example("persist generate model.json -o Sources/Model --check"),
      ])
  }

  func run(_ invocation: Invocation, _ output: Output) throws -> ExitStatus {
    let folder = GeneratedFolder(
      invocation[folder],
      model: try source(invocation[source]).model(omitting: Set(invocation[omitted])),
      templates: try TemplateSet(folder: invocation[templates]), prunes: invocation[prune])
    let isCheck = invocation[check]
    let outcomes =
      isCheck
      ? try folder.outcomes() : try folder.generate(proceed: output.interruption.check)
    try output.rows([
      OutputColumn("file"), OutputColumn("action", colors: ["stale": .yellow]),
      OutputColumn("remark"),
    ]) { append in
      for outcome in outcomes {
        try append([
          .text(outcome.name), .text(outcome.action.rawValue),
          output.format == .table ? .text(outcome.remark ?? "") : .text(ifAny: outcome.remark),
        ])
      }
    }
    guard isCheck, outcomes.contains(where: \.isChange) else { return .success }
    try output.say("Nothing was written: this is what would be done.")
    return .found
  }

  private func source(_ file: FilePath) throws -> ModelSource {
    guard file.isOnServer else { return try ModelSource(path: file.path) }
    let store = try file.inspected()
    return .json(Data(try store.declaredModel().json().utf8), name: store.path)
  }

  private func source(_ argument: FileArgument) throws -> ModelSource {
    switch argument {
    case .standardStream:
      .json(try argument.openToRead().readToEnd(), name: "standard input")
    case .path(let path): try source(FilePath(path: path))
    }
  }
}
