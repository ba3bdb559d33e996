import Synchronization
import Testing

@testable import PersistentObjectsCommandLine

@Suite struct ProgressLineTests {
  /// A clock that a test advances.
  private final class Clock: Sendable {
    private let start = ContinuousClock.now
    private let passed = Mutex(Duration.zero)

    var now: ContinuousClock.Instant { start + passed.withLock { $0 } }

    func pass(milliseconds: Int) { passed.withLock { $0 += .milliseconds(milliseconds) } }
  }

  private let sink = MemorySink()
  private let clock = Clock()

  private func line(on terminal: Terminal = Terminal(isTerminal: true, width: 60)) -> ProgressLine {
    ProgressLine(sink: sink, terminal: terminal) { [clock] in clock.now }
  }

  @Test(arguments: [
    (0, 200, "x  ░░░░░░░░░░░░░░░░░░░░░░░░   0 %  0 of 200"),
    (100, 200, "x  ████████████░░░░░░░░░░░░  50 %  100 of 200"),
    (63666, 63666, "x  ████████████████████████ 100 %  63,666 of 63,666"),
    (300, 200, "x  ████████████████████████ 100 %  300 of 200"),
    (-1, 200, "x  ░░░░░░░░░░░░░░░░░░░░░░░░   0 %  -1 of 200"),
    (1234, nil, "x  1,234"),
    (0, 0, "x  0"),
  ])
  func showsHowFarWorkIs(done: Int, total: Int?, text: String) {
    #expect(ProgressLine.line(done: done, total: total, label: "x") == text)
  }

  @Test func waitsAMomentAndDrawsTenTimesASecond() {
    let line = line()
    for step in 0..<100 {
      line.update(done: step, total: nil, label: "n")
      clock.pass(milliseconds: 10)
    }
    line.end()
    let drawn = sink.text.split(separator: "\r\u{1B}[K")
    #expect(drawn == ["n  30", "n  40", "n  50", "n  60", "n  70", "n  80", "n  90"])
    #expect(sink.text.hasSuffix("\r\u{1B}[K"))
  }

  @Test func leavesNoTraceOfShortWork() {
    let line = line()
    line.update(done: 1, total: 2, label: "n")
    line.end()
    #expect(sink.text == "")
  }

  @Test(arguments: [
    Terminal.none, Terminal(isTerminal: true, isDumb: true, width: 80),
  ])
  func isDrawnOnlyWhereItCanBe(terminal: Terminal) {
    let line = line(on: terminal)
    line.update(done: 1, total: 2, label: "n")
    clock.pass(milliseconds: 1000)
    line.update(done: 2, total: 2, label: "n")
    line.end()
    #expect(sink.text == "")
  }

  @Test func isCutToTheTerminalAndHarmless() {
    let line = line(on: Terminal(isTerminal: true, width: 20))
    line.update(done: 1, total: 2, label: "")
    clock.pass(milliseconds: 500)
    line.update(done: 1, total: 2, label: "a\u{1B}[2J long label")
    #expect(sink.text == "\r\u{1B}[Ka\\u{1B}[2J long la…")
  }

  @Test func makesRoomForRows() throws {
    let line = line()
    line.update(done: 0, total: nil, label: "n")
    clock.pass(milliseconds: 500)
    line.update(done: 1, total: nil, label: "n")
    let output = StandardOutputSink(sink, progressLine: line, interruption: Interruption())
    try output.write("row\n")
    #expect(sink.text == "\r\u{1B}[Kn  1\r\u{1B}[Krow\n")
  }
}
