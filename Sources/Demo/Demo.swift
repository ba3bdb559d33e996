import Foundation

/// The entry point: reads the command line, runs, and turns errors into an exit status.
@main
struct Demo {
  static func main() {
    do {
      switch try Options.parse(CommandLine.arguments.dropFirst()) {
      case .showHelp: print(Options.help)
      case .showVersion: print("demo 0.1.0")
      case .run(let options): try summarise(options)
      }
    } catch {
      report(error)
      exit(error is UsageError ? UsageError.exitStatus : EXIT_FAILURE)
    }
  }

  /// Shows what the index holds.
  private static func summarise(_ options: Options) throws {
    let path = try options.inputPath()
    var table = TextTable(["what", "count", "the same, counted by the shell"])
    table.cellWidth = 120
    table.tableWidth = 160
    for row in try count(path).rows(of: path == "-" ? "FILE" : path) { table.append(row) }
    table.lines(style: Style(for: .output)).forEach { print($0) }
  }

  private static func count(_ path: String) throws -> IndexCounts {
    var reader = try ControlFileReader(path: path)
    var progress = ProgressBar("reading", items: "packages", totalBytes: reader.size)
    defer { progress.finish() }
    var counts = IndexCounts()
    while let stanza = try reader.next() {
      try counts.add(stanza)
      progress.update(count: counts.packages, bytes: reader.bytesRead)
    }
    return counts
  }

  private static func report(_ error: any Error) {
    let text = Style(for: .error).red("demo: ") + "\(error)\n"
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
