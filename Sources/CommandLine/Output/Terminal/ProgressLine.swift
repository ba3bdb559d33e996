import Synchronization

/// A closure that reports the progress of long work: the steps done, the total if it is known, and
/// a label.
///
/// It may be called as often as is convenient, and from any thread.
package typealias ProgressReport = @Sendable (_ done: Int, _ total: Int?, _ label: String) -> Void

/// One line on the standard error that shows the progress of long work. It needs a terminal.
///
/// The line appears when work takes longer than a moment, is drawn at most ten times a second, and
/// leaves no trace.
package final class ProgressLine: Sendable {
  private static let interval = Duration.milliseconds(100)
  private static let delay = Duration.milliseconds(300)
  private static let barWidth = 24
  private static let clearLine = "\r\u{1B}[K"

  private struct State {
    var started: ContinuousClock.Instant?
    var label = ""
    var lastDrawn: ContinuousClock.Instant?
    var isDrawn = false
  }

  private let sink: any ByteSink
  private let terminal: Terminal
  private let now: @Sendable () -> ContinuousClock.Instant
  private let state = Mutex(State())

  /// - Parameter now: the time, for tests.
  init(
    sink: any ByteSink, terminal: Terminal,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.sink = sink
    self.terminal = terminal
    self.now = now
  }

  /// Draws the line again if enough time has passed.
  func update(done: Int, total: Int?, label: String) {
    guard terminal.isInteractive else { return }
    let now = now()
    state.withLock { state in
      let started = state.started ?? now
      state.started = started
      guard now - started >= Self.delay,
        state.lastDrawn.map({ now - $0 >= Self.interval }) ?? true
      else { return }
      state.lastDrawn = now
      state.isDrawn = true
      let line = Self.line(done: done, total: total, label: label)
      write(Self.clearLine + line.cut(to: terminal.width - 1))
    }
  }

  /// Removes the line until it is drawn again, so that the next output has a line of its own.
  func clear() {
    state.withLock { state in
      guard state.isDrawn else { return }
      state.isDrawn = false
      write(Self.clearLine)
    }
  }

  /// Removes the line, so that other work may begin.
  package func end() {
    clear()
    state.withLock { $0 = State() }
  }

  /// Returns the line: `checking Person  ██████░░░░  56 %  35,120 of 63,666`.
  static func line(done: Int, total: Int?, label: String) -> String {
    let label = label.visible
    guard let total, total > 0 else { return "\(label)  \(Int64(done).grouped)" }
    let share = min(1, max(0, Double(done) / Double(total)))
    let full = Int(share * Double(barWidth))
    let bar = String(repeating: "█", count: full) + String(repeating: "░", count: barWidth - full)
    let percent = String(Int(share * 100)).leftPadded(to: 3)
    return "\(label)  \(bar) \(percent) %  \(Int64(done).grouped) of \(Int64(total).grouped)"
  }

  private func write(_ text: String) {
    // Nothing is lost if the line cannot be drawn.
    try? sink.write(Array(text.utf8))
  }
}

extension String {
  /// Returns the text with spaces before it.
  func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - displayWidth)) + self
  }

  /// Returns the text with spaces after it.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - displayWidth))
  }
}
