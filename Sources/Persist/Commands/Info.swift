/// `persist info`: what a store consists of.
struct Info: Command {
  let file = Parameter.store
  let format = Parameter.rowFormat

  var declaration: CommandDeclaration {
    CommandDeclaration(
      "info", abstract: "Show what a store consists of",
      discussion: """
        Lists the classes with their rows, the bytes of each table and index, codecs and versions, \
        and the figures of the file: pages, free pages, the log, and the settings of SQLite.

        With --json the sections are members of one object; with --ndjson each line names its \
        section; --csv prints the classes alone.
        """,
      parameters: [file, format],
      examples: [Example("persist info people.sqlite3")])
  }

  func run(_ invocation: Invocation, _ output: Output) throws -> ExitStatus {
    throw NotBuilt(verb: invocation.verb)
  }
}
