import Foundation

/// Compares this package with hand-written Swift on SQLite's C API, phase by phase, in turns.
@main
@MainActor
struct Benchmarks {
  static func main() throws {
    do {
      try run(try Options(CommandLine.arguments.dropFirst()))
    } catch let error as UsageError {
      FileHandle.standardError.write(Data("benchmarks: \(error)\n\n\(Options.usage)".utf8))
      exit(EX_USAGE)
    }
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
      fflush(nil)
      tables += measured
    }
    guard options.isJSON else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    print(String(decoding: try encoder.encode(tables), as: UTF8.self))
  }
}
