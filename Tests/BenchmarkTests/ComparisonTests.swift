import Testing

@testable import benchmarks

@Suite struct ComparisonTests {
  @Test(
    arguments: [
      ([], 0), ([3], 3), ([3, 1, 2], 2), ([4, 1, 3, 2], 2.5), ([1, 1, 1, 9], 1),
    ] as [([Double], Double)])
  func theMedianIsInTheMiddle(numbers: [Double], median: Double) {
    #expect(numbers.median == median)
    #expect(numbers.map { Duration.seconds($0) }.median == .seconds(median))
  }

  @Test(
    arguments: [([], 1), ([3], 3), ([0.5, 2], 1), ([1, 10, 100], 10)] as [([Double], Double)])
  func theGeometricMeanIsThatOfRatios(ratios: [Double], mean: Double) {
    #expect(abs(ratios.geometricMean - mean) < 1e-9)
  }

  /// The ratio of the medians would be 1.5.
  @Test func comparesTimesOfTheSameRound() {
    let comparison = Comparison(
      engine: [.seconds(10), .seconds(40), .seconds(30)],
      raw: [.seconds(20), .seconds(20), .seconds(10)])
    #expect(comparison.engineMedian == .seconds(30))
    #expect(comparison.rawMedian == .seconds(20))
    #expect(comparison.ratio == 2)
    #expect(comparison.lowestRatio == 0.5)
    #expect(comparison.highestRatio == 3)
  }

  @Test func theContestantsTakeTurnsAtBeingFirst() throws {
    var comparison = Comparison()
    var order: [String] = []
    for round in 0..<3 {
      try comparison.addTimedRound(
        round, "work",
        engine: {
          order.append("engine")
          return (.seconds(round), 0)
        },
        raw: {
          order.append("raw")
          return (.seconds(-round), 0)
        })
    }
    #expect(order == ["engine", "raw", "raw", "engine", "engine", "raw"])
    #expect(comparison.engine == [.seconds(0), .seconds(1), .seconds(2)])
    #expect(comparison.raw == [.seconds(0), .seconds(-1), .seconds(-2)])
  }

  @Test func refusesContestantsThatDidNotDoTheSame() {
    var comparison = Comparison()
    let error = #expect(throws: Disagreement.self) {
      try comparison.addRound(0, "the sum", engine: { 1 }, raw: { 2 })
    }
    #expect(error?.description == "the contestants disagree on the sum: 1, 2")
  }
}
