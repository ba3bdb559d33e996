import PersistentObjectsCommandLine
import PersistentObjectsInspection
import PersistentObjectsTransfer

/// `persist export`: objects as NDJSON.
struct Export: Command {
  let file = Parameter.store
  let classNames: Parameter<[String]> = .arguments(
    "CLASS", .className, help: "The classes to export; all if none is given.")
  let target: Parameter<FileArgument> = .option(
    "-o", "--output", placeholder: "FILE", .fileOrStandardStream, default: .standardStream,
    shown: "-, the standard output", help: "The file to write.")

  var declaration: CommandDeclaration {
    CommandDeclaration(
      "export", abstract: "Export objects as NDJSON",
      discussion: """
        Each line is one object. References are class and key; numbers, dates and bytes are exact, \
        and NULL differs from empty.
        """,
      parameters: [file, classNames, target],
      examples: [
        Example("persist export people.sqlite3 > people.ndjson"),
        Example("persist export people.sqlite3 Person Pet -o people.ndjson"),
        Example("persist export people.sqlite3 | persist load copy.sqlite3"),
      ])
  }

  func run(_ invocation: Invocation, _ output: Output) throws -> ExitStatus {
    try invocation[target].requireOther(than: invocation[file], for: "export")
    try InspectedFile.reading(invocation[file]) { file in
      try output.file(invocation[target]) { sink in
        try file.export(
          classes: invocation[classNames], progress: output.progress("Exporting"), write: sink.write
        )
      }
    }
    return .success
  }
}
