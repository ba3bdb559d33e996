/// A destination of bytes.
protocol ByteSink: AnyObject, Sendable {
  /// Takes bytes; they may be kept for a while.
  func write(_ bytes: [UInt8]) throws

  /// Passes on the kept bytes.
  func flush() throws
}

extension ByteSink {
  func write(_ text: String) throws { try write(Array(text.utf8)) }
}
