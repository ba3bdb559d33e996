/// `persist diff`: how two stores differ.
struct Diff: Command {
  let first: Parameter<FilePath> = .argument("A", .file, help: "The store to compare with.")
  let second: Parameter<FilePath> = .argument("B", .file, help: "The store that may differ.")
  let data: Parameter<Bool> = .flag(
    "--data", help: "Compares objects by key, too: added, gone, and changed with both values.")
  let format = Parameter.rowFormat

  var declaration: CommandDeclaration {
    CommandDeclaration(
      "diff", abstract: "Compare two stores",
      discussion: """
        Compares the recorded layouts, and with --data the objects. The exit status is 0 if they \
        are equal and 1 if they differ.
        """,
      parameters: [first, second, data, format],
      examples: [
        Example("persist diff yesterday.sqlite3 today.sqlite3"),
        Example("persist diff yesterday.sqlite3 today.sqlite3 --data --json"),
      ])
  }

  func run(_ invocation: Invocation, _ output: Output) throws -> ExitStatus {
    throw NotBuilt(verb: invocation.verb)
  }
}
