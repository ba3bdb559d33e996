/// `persist report`: one HTML file about a store.
struct Report: Command {
  let file = Parameter.store
  let target: Parameter<FileArgument> = .requiredOption(
    "-o", "--output", placeholder: "HTML", .fileOrStandardStream,
    help: "The file to write; - is the standard output.")
  let rows: Parameter<Int?> = .option(
    "--rows", placeholder: "N", .number(from: 0),
    help: "Shows N sample objects of each class; without it as many as 5 MB hold.")

  var declaration: CommandDeclaration {
    CommandDeclaration(
      "report", abstract: "Write a report that opens in any browser",
      discussion: """
        The report is one HTML file with figures, the result of the check, a diagram of the \
        classes, statistics of each column and sample objects. It needs no network and works \
        without JavaScript. It appears when it is complete; an old one stays until then.
        """,
      parameters: [file, target, rows],
      examples: [
        Example("persist report people.sqlite3 -o report.html"),
        Example("persist report people.sqlite3 -o report.html --rows 20"),
      ])
  }

  func run(_ invocation: Invocation, _ output: Output) throws -> ExitStatus {
    throw NotBuilt(verb: invocation.verb)
  }
}
