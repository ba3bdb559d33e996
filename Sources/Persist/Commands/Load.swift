/// `persist load`: objects from NDJSON.
struct Load: Command {
  let file: Parameter<FilePath> = .argument("FILE", .file, help: "The store to write to.")
  let source: Parameter<FileArgument> = .argument(
    "INPUT", .fileOrStandardStream, default: .standardStream, shown: "-, the standard input",
    help: "The file that export wrote.")
  let resume: Parameter<Bool> = .flag(
    "--resume", help: "Commits in batches, and goes on after the last one that was committed.")
  let batch: Parameter<Int> = .option(
    "--batch", placeholder: "N", .number(from: 1), default: 10_000,
    help: "With --resume, the number of objects in a batch.")

  var declaration: CommandDeclaration {
    CommandDeclaration(
      "load", abstract: "Load objects from NDJSON",
      discussion: """
        Reads what export wrote, in any order and with any cycles, in one transaction. A broken \
        line is an error with its number, and nothing of its transaction is kept.
        """,
      parameters: [file, source, resume, batch],
      examples: [
        Example("persist load copy.sqlite3 people.ndjson"),
        Example("persist load copy.sqlite3 people.ndjson --resume --batch 50000"),
      ])
  }

  func run(_ invocation: Invocation, _ output: Output) throws -> ExitStatus {
    throw NotBuilt(verb: invocation.verb)
  }
}
