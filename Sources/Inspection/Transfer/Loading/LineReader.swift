/// Splits a stream of bytes into lines.
struct LineReader {
  private let read: () throws -> [UInt8]?
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  /// The number of the line that was read last, from 1.
  private(set) var number = 0

  /// Creates a reader.
  ///
  /// - Parameter read: returns some bytes; nil at the end.
  init(_ read: @escaping () throws -> [UInt8]?) { self.read = read }

  /// Returns the next line without its newline; nil after the last line.
  mutating func next() throws -> [UInt8]? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        return take(to: end, skipping: 1)
      }
      searched = buffer.count
      guard !isAtEnd else {
        return start < buffer.count ? take(to: buffer.count, skipping: 0) : nil
      }
      searched -= start
      try fill()
    }
  }

  private mutating func take(to end: Int, skipping count: Int) -> [UInt8] {
    defer { start = end + count }
    number += 1
    let line = buffer[start..<end]
    return Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
  }

  private mutating func fill() throws {
    buffer.removeSubrange(..<start)
    start = 0
    guard let bytes = try read() else {
      isAtEnd = true
      return
    }
    buffer += bytes
  }
}
