import Foundation
import PersistentObjectsCommandLine
import PersistentObjectsTransfer

/// `persist load`: objects from NDJSON.
struct Load: Command {
  let file: Parameter<FilePath> = .argument(
    "FILE", .file, help: "The store to write to: a file, or the URI of a server's schema.")
  let source: Parameter<FileArgument> = .argument(
    "INPUT", .fileOrStandardStream, default: .standardStream, shown: "-, the standard input",
    help: "The file that export wrote.")
  let resume: Parameter<Bool> = .flag(
    "--resume", help: "Commits in batches, and continues after the last one that was committed.")
  let batch: Parameter<Int?> = .option(
    "--batch", placeholder: "N", .number(from: 1),
    help: "With --resume, the number of objects in a batch. Default: \(Load.usualBatch).")
  let format = Parameter.rowFormat

  private static let usualBatch = 10_000

  var declaration: CommandDeclaration {
    CommandDeclaration(
      "load", abstract: "Load objects from NDJSON",
      discussion: """
        Reads what export wrote, in any order and with any cycles, in one transaction. A broken \
        line is an error with its number, and nothing of its transaction is kept. References are \
        checked at the end.
        """,
      parameters: [file, source, resume, batch, format],
      examples: [
        Example("persist load copy.sqlite3 people.ndjson"),
        Example("persist load copy.sqlite3 people.ndjson --resume --batch 50000"),
      ])
  }

  func run(_ invocation: Invocation, _ output: Output) throws -> ExitStatus {
    try requireFitting(invocation)
    let outcome = try load(invocation, output)
    try output.rows([OutputColumn("class"), OutputColumn("loaded", .grouped)]) { append in
      for (name, count) in outcome.objects.sorted(by: { $0.key < $1.key }) {
        try append([.text(name), .integer(Int64(count))])
      }
    }
    return .success
  }

  /// Throws for options that do not fit the store or each other.
  private func requireFitting(_ invocation: Invocation) throws {
    guard invocation[resume] else {
      if invocation[batch] == nil { return }
      throw UsageError(
        "--batch needs --resume; without it, all objects are one batch", verb: invocation.verb)
    }
    try invocation[file].requireFile(for: "load --resume")
  }

  private func load(_ invocation: Invocation, _ output: Output) throws -> LoadOutcome {
    let input = try invocation[source].openToRead()
    let (report, interruption) = (output.progress, output.interruption)
    let progress = { (bytes: Int) in report(bytes, nil, "Loading") }
    let read: () throws -> [UInt8]? = {
      try interruption.check()
      let bytes = try input.read()
      return bytes.isEmpty ? nil : bytes
    }
    if invocation[resume] {
      // The batches that are committed stay if the process has to end.
      return try StoreLoader(invocation[file].path).resume(
        batch: invocation[batch] ?? Self.usualBatch, progress: progress, read)
    }
    if let server = try invocation[file].serverWithObjects() {
      return try StoreLoader(server).load(progress: progress, read)
    }
    return try invocation[file].making(output) {
      try StoreLoader($0).load(progress: progress, read)
    }
  }
}
