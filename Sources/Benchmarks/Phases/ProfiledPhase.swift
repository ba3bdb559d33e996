/// One phase, run for one contestant alone, so that a profiler sees nothing else.
enum ProfiledPhase {
  case objects(Phase)
  case children(ChildPhase)

  static var allNames: String {
    (Phase.allCases.map(\.rawValue) + ChildPhase.allCases.map(\.rawValue)).joined(separator: ", ")
  }

  init(option: String?) throws {
    if let phase = option.flatMap(Phase.init(rawValue:)) {
      self = .objects(phase)
    } else if let phase = option.flatMap(ChildPhase.init(rawValue:)) {
      self = .children(phase)
    } else {
      throw UsageError(description: "--phase takes one of \(Self.allNames)")
    }
  }

  /// Runs the phase and prints how many objects each repetition processed.
  @MainActor
  func run(_ options: Options) throws {
    let objects =
      switch self {
      case .objects(let phase): try phase.profile(options)
      case .children(let phase): try phase.profile(options)
      }
    print("objects", objects)
  }
}

extension Phase {
  @MainActor
  fileprivate func profile(_ options: Options) throws -> Int {
    let workload = Workload(count: options.count)
    // If the phase leaves the rows as they are, one preparation is enough for all repetitions.
    let onlyReads = self != .insert && !changesRows
    for _ in 0..<(onlyReads ? 1 : options.repetitions) {
      let folder = try TemporaryFolder()
      let subject = try options.contestant.contestant(path: folder.path("profiled"))
      if self != .insert { _ = try subject.run(.insert, workload) }
      for _ in 0..<(onlyReads ? options.repetitions : 1) {
        _ = try subject.work(on: self, workload).timed()
      }
    }
    return self == .findByName ? workload.namedCount : workload.rows.count
  }
}

extension ChildPhase {
  @MainActor
  fileprivate func profile(_ options: Options) throws -> Int {
    let workload = ChildWorkload(count: options.count)
    for _ in 0..<options.repetitions {
      let folder = try TemporaryFolder()
      let subject = try options.contestant.albums(path: folder.path("profiled"))
      if self != .save { _ = try subject.run(.save, workload) }
      _ = try subject.work(on: self, workload).timed()
    }
    return workload.rows.count
  }
}

extension Workload {
  /// The number of rows with the names to find.
  fileprivate var namedCount: Int {
    let counts = Dictionary(rows.map { ($0.lastName, 1) }, uniquingKeysWith: +)
    return names.reduce(0) { $0 + counts[$1, default: 0] }
  }
}
