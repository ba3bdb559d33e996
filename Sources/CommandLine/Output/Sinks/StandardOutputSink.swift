/// The standard output. It clears the progress line before it writes, and ends interrupted work.
final class StandardOutputSink: ByteSink {
  private let sink: any ByteSink
  private let progressLine: ProgressLine?
  private let interruption: Interruption

  /// - Parameter progressLine: the line on the same terminal, if the output is a terminal.
  init(_ sink: any ByteSink, progressLine: ProgressLine?, interruption: Interruption) {
    self.sink = sink
    self.progressLine = progressLine
    self.interruption = interruption
  }

  func write(_ bytes: [UInt8]) throws {
    try interruption.check()
    progressLine?.clear()
    try sink.write(bytes)
  }

  func flush() throws { try sink.flush() }
}
