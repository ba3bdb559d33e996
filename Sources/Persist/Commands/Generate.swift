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
    help: "Takes templates from the folder in place of the built-in ones.")
  let prune: Parameter<Bool> = .flag(
    "--prune", help: "Removes machine files whose class is gone.")
  let format = Parameter.rowFormat

  var declaration: CommandDeclaration {
    CommandDeclaration(
      "generate", abstract: "Generate classes with the generation gap",
      discussion: """
        For each class there are two files: _Person.swift is the machine's and is written anew, \
        Person.swift is yours, created once and never touched again. Only machine files that \
        differ are written.
        """,
      parameters: [source, folder, check, templates, prune, format],
      examples: [
        Example("persist generate people.sqlite3 -o Sources/Model"),
        Example("persist generate model.json -o Sources/Model --check"),
      ])
  }

  func run(_ invocation: Invocation, _ output: Output) throws -> ExitStatus {
    throw NotBuilt(verb: invocation.verb)
  }
}
