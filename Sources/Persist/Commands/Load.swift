import Foundation
import PersistentObjectsInspection

/// `persist load`: objects from NDJSON.
struct Load: Command {
  let file: Parameter<FilePath> = .argument(
    "FILE", .file, help: "The store to write to: a file, or the URI of a server's schema.")
  let source: Parameter<FileArgument> = .argument(
    "INPUT", .fileOrStandardStream, default: .standardStream, shown: "-, the standard input",
    help: "The file that export wrote.")
  let resume: Parameter<Bool> = .flag(
    "--resume", help: "Commits in batches, and continues after the last one that was committed.")
  let batch: Parameter<Int> = .option(
    "--batch", placeholder: "N", .number(from: 1), default: 10_000,
    help: "With --resume, the number of objects in a batch.")
  let format = Parameter.rowFormat

  var declaration: CommandDeclaration {
    CommandDeclaration(
      "load", abstract: "Load objects from NDJSON",
      discussion: """
        Reads what export wrote, in any order and with any cycles, in one transaction. A broken \
        line is an error with its number, and nothing of its transaction is kept.
        """,
      parameters: [file, source, resume, batch, format],
      examples: [
        Example("persist load copy.sqlite3 people.ndjson"),
        Example("persist load copy.sqlite3 people.ndjson --resume --batch 50000"),
      ])
  }

  func run(_ invocation: Invocation, _ output: Output) throws -> ExitStatus {
    if invocation[resume] { try invocation[file].requireFile(for: "load --resume") }
    let input = try invocation[source].openToRead()
    let report = output.progress
    let interruption = output.interruption
    let progress = { (bytes: Int) in report(bytes, nil, "Loading") }
    let read: () throws -> [UInt8]? = {
      try interruption.check()
      return try input.read(upToCount: 1 << 18).flatMap { $0.isEmpty ? nil : [UInt8]($0) }
    }
    let load = { (loader: StoreLoader) in
      invocation[resume]
        ? try loader.resume(batch: invocation[batch], progress: progress, read)
        : try loader.load(progress: progress, read)
    }
    let outcome =
      if let server = try invocation[file].serverWithObjects() {
        try load(StoreLoader(server))
      } else {
        try invocation[file].making(output) { try load(StoreLoader($0)) }
      }
    try output.rows([OutputColumn("class"), OutputColumn("loaded", .grouped)]) { append in
      for (name, count) in outcome.objects.sorted(by: { $0.key < $1.key }) {
        try append([.text(name), .integer(Int64(count))])
      }
    }
    return .success
  }
}
