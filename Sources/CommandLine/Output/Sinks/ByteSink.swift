/// A destination of bytes.
package protocol ByteSink: AnyObject, Sendable {
  /// Accepts bytes; the sink may keep them for a while.
  func write(_ bytes: [UInt8]) throws

  /// Passes on the kept bytes.
  func flush() throws
}

extension ByteSink {
  func write(_ text: String) throws { try write(Array(text.utf8)) }
}
