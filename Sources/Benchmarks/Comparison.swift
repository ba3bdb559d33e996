import Foundation

/// The times of both contestants for the same work, round by round.
struct Comparison {
  private(set) var engine: [Duration] = []
  private(set) var raw: [Duration] = []

  /// Lets both contestants do the work, one after the other; the order alternates from round to
  /// round. Both closures return a number that depends on everything that they read.
  mutating func addRound(
    _ round: Int, _ title: String, engine: @escaping () throws -> Int,
    raw: @escaping () throws -> Int
  ) throws {
    try addPreparedRound(round, title, engine: { Work(engine) }, raw: { Work(raw) })
  }

  /// Adds a round of work that each contestant prepares, which is not measured.
  mutating func addPreparedRound(
    _ round: Int, _ title: String, engine: () throws -> Work, raw: () throws -> Work
  ) throws {
    try addTimedRound(round, title, engine: { try engine().timed() }, raw: { try raw().timed() })
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

/// An error for contestants that did not do the same, which makes the comparison meaningless.
struct Disagreement: Error, CustomStringConvertible {
  let title: String
  let results: [Int]

  var description: String {
    "the contestants disagree on \(title): \(results.map(String.init).joined(separator: ", "))"
  }

  static func check(_ title: String, _ first: Int, _ second: Int) throws {
    guard first == second else { throw Disagreement(title: title, results: [first, second]) }
  }
}

extension Array where Element: Comparable {
  /// The two elements in the middle, which are the same one if the count is odd; nil if there are
  /// none.
  fileprivate var middles: (Element, Element)? {
    let sorted = sorted()
    return isEmpty ? nil : (sorted[(count - 1) / 2], sorted[count / 2])
  }
}

extension [Double] {
  var median: Double { middles.map { ($0 + $1) / 2 } ?? 0 }

  /// The mean of ratios, in which a half and a double cancel out.
  var geometricMean: Double { exp(map { log($0) }.reduce(0, +) / Double(Swift.max(count, 1))) }
}

extension [Duration] {
  var median: Duration { middles.map { ($0 + $1) / 2 } ?? .zero }
}
