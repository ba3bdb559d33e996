/// The standard output: it clears the progress line first, and ends work that was interrupted.
final class StandardOutputSink: ByteSink {
  private let sink: any ByteSink
  private let progressLine: ProgressLine?
  private let interruption: Interruption

  /// - Parameter progressLine: the line on the same terminal, if it is one.
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
