import Foundation

/// Reads a file line by line, in chunks. It holds one chunk in memory, or one line if that is
/// longer.
struct LineReader: ~Copyable {
  private static let chunkSize = 64 * 1024
  private static let longestLine = 16 * 1024 * 1024
  private static let newline = Int32(UInt8(ascii: "\n"))

  let file: InputFile
  /// The number of bytes read from the file so far.
  private(set) var bytesRead = 0
  /// The number of the last returned line, counted from 1.
  private(set) var number = 0
  private var buffer = [UInt8](repeating: 0, count: chunkSize)
  /// The part of the buffer that is filled and not yet returned.
  private var waiting = 0..<0

  init(_ file: consuming InputFile) {
    self.file = file
  }

  /// Calls the body with the next line, without its newline, and its number. Returns nil at the
  /// end.
  ///
  /// The pointer is valid only inside the body, since the buffer changes afterwards.
  mutating func withNextLine<R>(
    _ body: (_ line: UnsafeRawBufferPointer, _ number: Int) throws -> R
  ) throws -> R? {
    guard let length = try lengthOfNextLine() else { return nil }
    let line = waiting.lowerBound..<waiting.lowerBound + length
    waiting = line.upperBound + 1..<waiting.upperBound
    number += 1
    return try buffer.withUnsafeBytes { bytes in
      try body(UnsafeRawBufferPointer(rebasing: bytes[line]), number)
    }
  }

  private mutating func lengthOfNextLine() throws -> Int? {
    var searched = 0
    while true {
      if let length = newline(after: searched) { return length }
      searched = waiting.count
      if try fill() == 0 { break }
    }
    if searched == 0 { return nil }
    throw failure("the file ends within this line: it was cut off, or its last newline is missing")
  }

  /// Returns the distance of the next newline from the start of the waiting bytes, searching from
  /// an offset.
  private func newline(after offset: Int) -> Int? {
    buffer.withUnsafeBytes { bytes in
      let waiting = UnsafeRawBufferPointer(rebasing: bytes[waiting])
      let rest = UnsafeRawBufferPointer(rebasing: waiting[offset...])
      guard let start = rest.baseAddress,
        let found = memchr(start, Self.newline, rest.count)
      else { return nil }
      return offset + (UnsafeRawPointer(found) - start)
    }
  }

  /// Reads more bytes after the waiting ones. Returns their number.
  private mutating func fill() throws -> Int {
    try makeRoom()
    let count = try buffer.withUnsafeMutableBytes { bytes in
      try file.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[waiting.upperBound...]))
    }
    waiting = waiting.lowerBound..<waiting.upperBound + count
    if bytesRead == 0 { try refuseCompressed() }
    bytesRead += count
    return count
  }

  /// Moves the waiting bytes to the front, and makes the buffer longer if they fill it.
  private mutating func makeRoom() throws {
    if waiting.count == buffer.count {
      if buffer.count >= Self.longestLine {
        throw failure("the line is longer than \(Self.longestLine) bytes")
      }
      buffer.append(contentsOf: repeatElement(0, count: buffer.count))
    } else if waiting.lowerBound > 0 {
      buffer.replaceSubrange(0..<waiting.count, with: Array(buffer[waiting]))
      waiting = 0..<waiting.count
    }
  }

  /// Throws for a compressed file. Package indices are usually distributed compressed, and an error
  /// about UTF-8 in line 1 would not help.
  private func refuseCompressed() throws {
    let start = buffer[waiting].prefix(4)
    let tools: [(magic: [UInt8], tool: String)] = [
      ([0x1F, 0x8B], "zcat"), ([0xFD, 0x37, 0x7A, 0x58], "xzcat"),
    ]
    for (magic, tool) in tools where start.starts(with: magic) {
      let remedy = "unpack it, as in '\(tool) FILE | demo -'"
      throw ControlFileError(file: file.name, message: "the file is compressed: \(remedy)")
    }
  }

  private func failure(_ message: String) -> ControlFileError {
    ControlFileError(file: file.name, line: number + 1, message: message)
  }
}
