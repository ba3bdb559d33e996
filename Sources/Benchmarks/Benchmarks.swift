import Foundation

/// Compares this package with hand-written Swift on SQLite's C API, phase by phase, in turns.
@main
@MainActor
struct Benchmarks {
  static func main() {
    // A closed pipe is an error of `fflush`, not a signal that would leave files and schemas
    // behind.
    signal(SIGPIPE, SIG_IGN)
    let interruption = Interruption()
    let outcome: Result<Void, any Error> = Result {
      try run(try Options(CommandLine.arguments.dropFirst()))
    }
    // Before an error is reported: after a signal this does not return, and the error is only that
    // files are gone.
    Leftovers.removeAll()
    withExtendedLifetime(interruption) {}
    exit(status(of: outcome))
  }

  /// Reports an error, and returns the status of the process.
  private static func status(of outcome: Result<Void, any Error>) -> Int32 {
    do {
      try outcome.get()
      return EXIT_SUCCESS
    } catch let error as UsageError {
      report("\(error)\n\n\(Options.usage.dropLast())")
      return EX_USAGE
    } catch {
      report("\(error)")
      return EXIT_FAILURE
    }
  }

  nonisolated static func report(_ message: String) {
    // A standard error that is closed, too, leaves no place for reports.
    try? FileHandle.standardError.write(contentsOf: Data("benchmarks: \(message)\n".utf8))
  }

  private static func run(_ options: Options) throws {
    if options.asksForHelp { return print(Options.usage, terminator: "") }
    if let task = options.opening { return try task.run() }
    if let contestant = options.memoryOf {
      return try PhaseBenchmark.reportMemory(of: contestant, count: options.count)
    }
    Memory.keepFreed()
    if let profile = options.profile { return try profile.run(options) }
    if options.measuresCodecs { return try CodecReport.print() }
    if !options.parts.isEmpty { return try printParts(options) }
    let report = try PhaseBenchmark.run(options)
    print(options.isJSON ? try report.json() : report.table())
  }

  /// Prints each part when it is done, for people; programs get one document.
  private static func printParts(_ options: Options) throws {
    var tables: [Table] = []
    for part in options.parts {
      let measured = try part.run(options)
      if !options.isJSON { measured.forEach { print($0.markdown()) } }
      guard fflush(nil) == 0 else { throw OutputClosed() }
      tables += measured
    }
    guard options.isJSON else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    print(String(decoding: try encoder.encode(tables), as: UTF8.self))
  }
}

private struct OutputClosed: Error, CustomStringConvertible {
  var description: String { "the output could not be written, or is no longer read" }
}
