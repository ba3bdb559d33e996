import Foundation
import PersistentObjectsCommandLine

/// One line on the standard error that shows the progress of a long job. Without a terminal, it
/// shows nothing.
struct ProgressBar: Sendable {
  private static let interval = Duration.milliseconds(100)
  private static let barWidth = 24
  private static let clearLine = "\r\u{1B}[K"

  private let label: String
  private let items: String
  private let totalBytes: Int?
  private let isShown: Bool
  private let start = ContinuousClock.now
  private var lastDrawn: ContinuousClock.Instant

  /// - Parameters:
  ///   - label: the activity, as in `importing`.
  ///   - items: the counted items, as in `packages`.
  ///   - totalBytes: the number of bytes; if it is unknown, there are only figures, without a bar.
  init(_ label: String, items: String, totalBytes: Int?) {
    self.label = label
    self.items = items
    self.totalBytes = totalBytes
    isShown = Terminal.error.isInteractive
    lastDrawn = start
  }

  /// Draws the line again, at most ten times a second.
  mutating func update(count: Int, bytes: Int) {
    guard isShown else { return }
    let now = ContinuousClock.now
    guard now - lastDrawn >= Self.interval else { return }
    lastDrawn = now
    let line = line(count: count, bytes: bytes, elapsed: now - start)
    write(Self.clearLine + line.cut(to: (Terminal.error.width ?? 80) - 1))
  }

  /// Removes the line.
  func finish() {
    if isShown { write(Self.clearLine) }
  }

  /// Returns the line to draw: `importing ██████░░░░  56 %  28.1 MB  35,120 packages  48,210/s`.
  func line(count: Int, bytes: Int, elapsed: Duration) -> String {
    let rate = Double(count) / max(elapsed / .seconds(1), 0.001)
    let megabytes = (Double(bytes) / 100_000).rounded() / 10
    let figures = ["\(megabytes) MB", "\(count.grouped) \(items)", "\(Int(rate).grouped)/s"]
    return ([label + bar(bytes: bytes)] + figures).joined(separator: "  ")
  }

  private func bar(bytes: Int) -> String {
    guard let totalBytes, totalBytes > 0 else { return "" }
    let part = min(1, Double(bytes) / Double(totalBytes))
    let full = Int(part * Double(Self.barWidth))
    let percent = String(Int(part * 100))
    let padding = String(repeating: " ", count: 3 - percent.count)
    return " " + String(repeating: "█", count: full)
      + String(repeating: "░", count: Self.barWidth - full) + " \(padding)\(percent) %"
  }

  private func write(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
