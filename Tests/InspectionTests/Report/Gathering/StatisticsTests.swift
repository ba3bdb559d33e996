import PersistentObjects
import PersistentObjectsDriver
import Testing

@testable import PersistentObjectsReport

@Suite struct FrequentValuesTests {
  private func counted(_ values: [Int], capacity: Int) -> FrequentValues {
    var frequent = FrequentValues(capacity: capacity)
    for value in values { frequent.add(value) { .figure(ReportText("\(value)")) } }
    return frequent
  }

  @Test(arguments: 1...8) func countsExactlyWhileThereIsRoom(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let values = (0..<3000).map { _ in generator.below(1 + generator.below(100)) }
    let frequent = counted(values, capacity: 100)
    let counts = Dictionary(values.map { ($0, 1) }, uniquingKeysWith: +)
    #expect(frequent.distinct == .exactly(counts.count))
    #expect(frequent.frequent.map(\.count) == Array(counts.values.sorted(by: >).prefix(5)))
    for shown in frequent.frequent {
      guard case .figure(let text) = shown.value else { continue }
      #expect(Int(text.text).flatMap { counts[$0] } == shown.count && shown.isExact)
    }
  }

  @Test(arguments: 1...8) func findsWhatIsFrequentAmongTooManyValues(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let rare = (0..<5000).map { 100 + $0 }
    let values = (rare + Array(repeating: 7, count: 900) + Array(repeating: 8, count: 700))
      .shuffled(using: &generator)
    let frequent = counted(values, capacity: 64)
    #expect(frequent.distinct == .atLeast(65))
    #expect(frequent.frequent.map(\.value) == [.figure("7"), .figure("8")])
    for (shown, count) in zip(frequent.frequent, [900, 700]) {
      #expect(!shown.isExact && shown.count <= count && shown.count > count - 250)
    }
  }
}

@Suite struct ValueSpreadTests {
  @Test(arguments: 1...12) func countsEachNumberInItsBar(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let scale = [1e-300, 1e-6, 1, 1e9, 1e300][seed % 5]
    let numbers = (0..<500).map { _ in
      Double.random(in: -1...1, using: &generator) * scale + (seed > 6 ? scale * 1e3 : 0)
    }
    var spread = ValueSpread(isWhole: false)
    for number in numbers { spread.add(number) }
    #expect(spread.total == numbers.count)
    #expect(
      (ReportHistogram.maximumBins / 2...ReportHistogram.maximumBins).contains(spread.counts.count))
    for (bar, count) in spread.counts.enumerated() {
      let range = spread.start(of: bar)..<spread.start(of: bar + 1)
      #expect(numbers.count { range.contains($0) } == count)
    }
    #expect(spread.least == numbers.min() && spread.greatest == numbers.max())
  }

  @Test func wholeNumbersHaveBarsOfTheirOwn() {
    var spread = ValueSpread(isWhole: true)
    for number in [3, 5, 5, 9] { spread.add(Double(number)) }
    #expect(spread.width == 1 && spread.first == 3 && spread.counts == [1, 0, 2, 0, 0, 0, 1])
  }

  @Test func extremesTrapNothing() {
    let numbers: [Double] = [
      0, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
      .infinity, -.infinity, .nan, 1, 0x1p63, -0x1p63, .pi,
    ]
    for isWhole in [true, false] {
      for first in numbers {
        var spread = ValueSpread(isWhole: isWhole)
        for number in [first] + numbers { spread.add(number) }
        #expect(spread.total == 9 + (first.isFinite ? 1 : 0))
        _ = ReportHistogram(
          .dates, spread, isLogarithmic: false, from: spread.least, to: spread.greatest)
        _ = ReportHistogram(
          .numbers, spread, isLogarithmic: true, from: spread.least, to: spread.greatest)
      }
    }
  }

  @Test func skewedNumbersAreShownByTheirLogarithms() throws {
    var (spread, ratios) = (ValueSpread(isWhole: true), ValueSpread(isWhole: false))
    for number: Double in [1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 1_000_000] {
      spread.add(number)
      ratios.add(ReportHistogram.logarithm(of: number))
    }
    #expect(spread.isSkewed)
    let shown = try #require(
      ReportHistogram(.numbers, ratios, isLogarithmic: true, from: 1, to: 1_000_000))
    #expect(shown.bins.first?.from == "1" && shown.bins.last?.to == "1000000")
    #expect(shown.bins.map(\.count).max() ?? 0 <= 3)
  }
}

@Suite struct KeptCellTests {
  @Test func cellsSortAsInSQL() {
    let values: [StoredValue] = [
      .real(-.infinity), .integer(.min), .integer(-1), .real(-0.5), .integer(0), .real(0.5),
      .integer(1), .integer(.max - 1), .integer(.max), .text(""), .text("a"), .text("a\u{0}"),
      .text("ab"), .text("é"), .bytes([]), .bytes([0]), .bytes([255]),
    ]
    let cells = RowBatch(values)
    for left in values.indices {
      let kept = KeptCell(cells.row[left])
      for right in values.indices {
        #expect(kept.order(of: cells.row[right]).signum() == (right - left).signum())
      }
    }
  }

  @Test func longTextsAreKeptByTheirBeginning() {
    let cells = RowBatch([.text(String(repeating: "é", count: 5000))])
    let kept = KeptCell(cells.row[0])
    #expect(kept.whole == nil && kept.total == 5000)
    #expect(kept.beginning.count == KeptCell.maximumBytes)
  }
}
