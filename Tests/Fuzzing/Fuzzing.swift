import Foundation

/// Feeds each decoder of this package with invalid input made from valid input. It fails if a
/// decoder reads a value that cannot be stored again. A decoder that traps, hangs or takes too much
/// memory ends the process; the last line then shows which runs to repeat.
///
///     fuzz [runs] [--seed N] [--target NAME] [--from RUN] [--corpus FOLDER]
///
/// `runs` is the number for all targets together. `--corpus` writes the samples for libFuzzer
/// instead of running.
@main
enum Fuzzing {
  static func main() throws {
    #if LIBFUZZER
      try runLibFuzzer()
    #else
      let options = try FuzzOptions(Array(CommandLine.arguments.dropFirst()))
      if let corpus = options.corpus { return try writeCorpus(to: corpus) }
      try limitMemory()
      try run(options)
    #endif
  }

  /// All decoders.
  static func targets() throws -> [FuzzTarget] {
    try FuzzTarget.columns() + FuzzTarget.archives()
  }

  private static func run(_ options: FuzzOptions) throws {
    var jobs = try targets().map(FuzzJob.init) + FoundationShape.all().map(FuzzJob.init)
    if let name = options.target { jobs.removeAll { $0.name != name } }
    guard !jobs.isEmpty else { throw UsageError(description: "no target has that name") }
    var total = FuzzCount()
    for job in jobs {
      total.add(try job.run(max(1, options.runs / jobs.count), options))
    }
    report("seed \(options.seed): \(total)")
  }

  /// Prints a line immediately: the next input may end the process.
  static func report(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }

  /// Limits the memory. A decoder that takes more is at fault, since the limits of archives are far
  /// lower.
  private static func limitMemory() throws {
    var limit = rlimit(rlim_cur: 4 << 30, rlim_max: 4 << 30)
    guard setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0 else {
      throw UsageError(description: "the memory cannot be limited")
    }
  }

  /// Writes one file for each sample; its first byte is the number of the target.
  private static func writeCorpus(to folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (number, target) in try targets().enumerated() {
      for (index, sample) in target.samples.enumerated() {
        let bytes = [UInt8(number)] + sample.fuzzBytes
        let file = URL(fileURLWithPath: folder).appendingPathComponent("\(target.name)-\(index)")
        try Data(bytes).write(to: file)
      }
    }
  }
}
