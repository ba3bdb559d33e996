/// The time from the first call to the first object, with one class and with a hundred.
@MainActor
enum OpeningBenchmark {
  static func run(_ options: Options) throws -> [Table] {
    var table = Table(comparing: "Opening, in a process of its own each time")
    for classCount in [1, 100] {
      for work in OpeningTask.Work.allCases where classCount > 1 || work != .eachClass {
        let comparison = try measure(work, classCount, rounds: options.rounds * 3)
        table.append(
          "\(classCount == 1 ? "1 class" : "\(classCount) classes"), \(work.title)", comparison)
      }
    }
    table.note = "The package's time includes comparing the file's tables with the classes."
    return [table]
  }

  private static func measure(
    _ work: OpeningTask.Work, _ classCount: Int, rounds: Int
  ) throws -> Comparison {
    var comparison = Comparison()
    for round in 0..<rounds {
      let folder = try TemporaryFolder()
      func task(_ work: OpeningTask.Work, _ name: String) -> OpeningTask {
        OpeningTask(work: work, classCount: classCount, path: folder.path(name))
      }
      if work != .makeFile {
        _ = try task(.makeFile, "engine").measureEngine()
        _ = try task(.makeFile, "raw").measureRaw()
      }
      try comparison.addTimedRound(
        round, work.title, engine: task(work, "engine").measureEngine,
        raw: task(work, "raw").measureRaw)
    }
    return comparison
  }
}
