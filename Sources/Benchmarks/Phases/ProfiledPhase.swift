/// Work for a profiler to observe.
struct ProfiledWork {
  /// The work. It is in a structure, since the compiler would otherwise make a copy of
  /// ``profiledWork(_:)`` for each closure passed to it, and some of these call each other.
  let run: () throws -> Void

  /// Runs `body` as the work that a profiler observes.
  static func result<R>(of body: () throws -> R) throws -> R {
    var result: R?
    try withoutActuallyEscaping(body) { body in
      try profiledWork(ProfiledWork { result = try body() })
    }
    guard let result else { preconditionFailure("the work was not run") }
    return result
  }
}

/// Runs the work that counts. A profiler finds it by this symbol (`--toggle-collect`), which leaves
/// out preparing the data and closing the files.
@inline(never) @_optimize(none)
func profiledWork(_ work: ProfiledWork) throws { try work.run() }

enum ContestantName: String {
  case engine, raw

  init(option: String?) throws {
    guard let name = option.flatMap(Self.init(rawValue:)) else {
      throw UsageError(description: "--of takes engine or raw")
    }
    self = name
  }
}

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
  /// Whether the contestants themselves determine which part of the work counts.
  private var countsPart: Bool { self == .update || self == .delete }

  /// Whether the phase leaves the rows unchanged, so that one preparation is enough for all
  /// repetitions.
  private var onlyReads: Bool { !countsPart && self != .insert }

  @MainActor
  fileprivate func profile(_ options: Options) throws -> Int {
    let workload = Workload(count: options.count)
    for _ in 0..<(onlyReads ? 1 : options.repetitions) {
      let folder = try TemporaryFolder()
      let subject = try options.contestant.contestant(path: folder.path("profiled"))
      // Prepare the data; this is not measured.
      if self != .insert { _ = try subject.run(.insert, workload) }
      for _ in 0..<(onlyReads ? options.repetitions : 1) {
        _ =
          try countsPart
          ? subject.run(self, workload)
          : ProfiledWork.result { try subject.run(self, workload) }
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
      let run = try options.contestant.albums(path: folder.path("profiled"))
      if self != .save { _ = try run(.save, workload) }
      _ =
        try self == .change
        ? run(self, workload) : ProfiledWork.result { try run(self, workload) }
    }
    return workload.rows.count
  }
}

extension ContestantName {
  @MainActor
  func contestant(path: String) throws -> any Contestant {
    switch self {
    case .engine: try EngineContestant(path: path)
    case .raw: try RawContestant(path: path)
    }
  }

  fileprivate func albums(path: String) throws -> (ChildPhase, ChildWorkload) throws -> Int {
    switch self {
    case .engine: try EngineAlbums(path: path).run
    case .raw: try RawAlbums(path: path).run
    }
  }
}

extension Workload {
  /// The number of rows with the names to find.
  fileprivate var namedCount: Int {
    let counts = Dictionary(rows.map { ($0.lastName, 1) }, uniquingKeysWith: +)
    return names.reduce(0) { $0 + counts[$1, default: 0] }
  }
}
