import Foundation
import Testing

@testable import benchmarks

@Suite struct PhaseReportTests {
  /// The contestants are equally fast, except in the two phases of which each mean has one: 128 is
  /// 2 to the power of 7, the number of phases in a mean.
  private static let report: PhaseReport = {
    var comparisons: [Phase: Comparison] = [:]
    for phase in Phase.allCases {
      comparisons[phase] = Comparison(engine: [.seconds(1)], raw: [.seconds(1)])
    }
    comparisons[.update] = Comparison(engine: [.seconds(128)], raw: [.seconds(1)])
    comparisons[.updateColumn] = Comparison(engine: [.seconds(1)], raw: [.seconds(128)])
    return PhaseReport(count: 5, comparisons: comparisons)
  }()

  @Test func eachMeanHasOneWayToUpdateByHand() {
    let lines = Self.report.table().split(separator: "\n").map(String.init)
    #expect(lines.contains("geometric mean A–F      2.00"))
    #expect(lines.contains("with E1 instead of E    0.50"))
  }

  @Test func theDocumentHasTheSameMeans() throws {
    struct Document: Decodable {
      let count: Int
      let geometricMean: Double
      let geometricMeanWithE1: Double
      let phases: [Line]
    }
    struct Line: Decodable { let phase: String }
    let document = try JSONDecoder().decode(Document.self, from: Data(Self.report.json().utf8))
    #expect(document.count == 5)
    #expect(abs(document.geometricMean - 2) < 1e-9)
    #expect(abs(document.geometricMeanWithE1 - 0.5) < 1e-9)
    #expect(document.phases.map(\.phase) == ["A", "B", "C", "C2", "D", "E", "E1", "F"])
  }
}
