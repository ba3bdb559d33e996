import PersistentObjectsCommandLine
import PersistentObjectsInspection
import PersistentObjectsReport

/// `persist report`: one HTML file about a store.
struct Report: Command {
  let file = Parameter.database
  let target: Parameter<FileArgument> = .requiredOption(
    "-o", "--output", placeholder: "HTML", .fileOrStandardStream,
    help: "The file to write; - is the standard output.")
  let rows: Parameter<Int> = .option(
    "--rows", placeholder: "N", .number(from: 0), default: 12,
    help: "Shows N sample objects of each class, while there is room.")
  let size: Parameter<Int> = .option(
    "--size", placeholder: "MB", .number(from: 1, to: 1000), default: 5,
    help: "Keeps the report below this many megabytes, whatever the size of the store.")

  var declaration: CommandDeclaration {
    CommandDeclaration(
      "report", abstract: "Write a report that opens in any browser",
      discussion: """
        The report is one HTML file with figures, the result of the check, a diagram of the \
        classes, statistics of each column and sample objects. It needs no network and works \
        without JavaScript. It replaces an old one only when it is complete.

        Damage is described in the report, and does not stop it. The exit status is 0 if the \
        store is sound, and 1 if the check found something, as with check --deep; the report is \
        written in both cases.
        """,
      parameters: [file, target, rows, size],
      examples: [
        Example("persist report people.sqlite3 -o report.html"),
        Example("persist report people.sqlite3 -o report.html --rows 100"),
      ])
  }

  func run(_ invocation: Invocation, _ output: Output) throws -> ExitStatus {
    try invocation[target].requireOther(than: invocation[file], for: "report")
    let limits = ReportLimits(
      maximumBytes: invocation[size] * 1_000_000, rows: invocation[rows])
    let progress = output.progress("Reading")
    let report = try InspectedFile.reading(invocation[file], orAnyDatabase: true) { file in
      try file.report(limits: limits) { done, total in
        try output.interruption.check()
        progress(done, total)
      }
    }
    try output.file(invocation[target]) { sink in try report.write { try sink.write($0) } }
    return report.check.isSound ? .success : .found
  }
}
