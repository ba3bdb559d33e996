/// The times of both contestants for the same work, round by round.
struct Comparison {
  private(set) var engine: [Duration] = []
  private(set) var raw: [Duration] = []

  /// Lets both contestants do the work, one after the other; the order alternates from round to
  /// round. Both closures return a number that depends on everything that they read.
  @MainActor
  mutating func addRound(
    _ round: Int, _ title: String, engine: () throws -> Int, raw: () throws -> Int
  ) throws {
    try addTimedRound(
      round, title, engine: { try Clock.time(engine) }, raw: { try Clock.time(raw) })
  }

  /// Adds a round of work that measures its own time.
  mutating func addTimedRound(
    _ round: Int, _ title: String, engine: () throws -> (duration: Duration, result: Int),
    raw: () throws -> (duration: Duration, result: Int)
  ) throws {
    var results: [Int] = []
    for isEngine in round.isMultiple(of: 2) ? [true, false] : [false, true] {
      let (duration, result) = try isEngine ? engine() : raw()
      if isEngine { self.engine.append(duration) } else { self.raw.append(duration) }
      results.append(result)
    }
    try Disagreement.check(title, results[0], results[1])
  }

  var engineMedian: Duration { engine.median }
  var rawMedian: Duration { raw.median }

  /// The rounds' ratios, from the smallest to the greatest.
  private var ratios: [Double] { zip(engine, raw).map { $0 / $1 }.sorted() }

  var ratio: Double { ratios.median }
  var lowestRatio: Double { ratios.first ?? 0 }
  var highestRatio: Double { ratios.last ?? 0 }
}

/// An error for contestants that did not read the same, which makes the comparison meaningless.
struct Disagreement: Error {
  let title: String
  let results: [Int]

  static func check(_ title: String, _ first: Int, _ second: Int) throws {
    guard first == second else { throw Disagreement(title: title, results: [first, second]) }
  }
}

extension Array where Element: Comparable {
  fileprivate func middle(or none: Element) -> Element {
    isEmpty ? none : sorted()[count / 2]
  }
}

extension [Double] {
  var median: Double { middle(or: 0) }
}

extension [Duration] {
  var median: Duration { middle(or: .zero) }
}
