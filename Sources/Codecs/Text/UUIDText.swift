import Foundation

/// The 36 characters of a UUID, written and read without a `String`: groups of 8, 4, 4, 4 and 12
/// hexadecimal digits in upper case, with hyphens between them.
enum UUIDText {
  /// Writes to a buffer of 36 bytes.
  static func write(_ uuid: UUID, to text: TextBytes) {
    let (high, low) = withUnsafeBytes(of: uuid.uuid) {
      (
        UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)),
        UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      )
    }
    for index in hyphens { text[index] = hyphen }
    put(high >> 32, at: 0..<8, in: text)
    put(high >> 16, at: 9..<13, in: text)
    put(high, at: 14..<18, in: text)
    put(low >> 48, at: 19..<23, in: text)
    put(low, at: 24..<36, in: text)
  }

  /// The UUID, or nil if the text is not one in upper case.
  static func read(_ text: UnsafeRawBufferPointer) -> UUID? {
    guard text.count == 36 else { return nil }
    var isValid = true
    for index in hyphens where text[index] != hyphen { isValid = false }
    let first = number(at: 0..<8, in: text, isValid: &isValid) << 32
    let second = number(at: 9..<13, in: text, isValid: &isValid) << 16
    let third = number(at: 14..<18, in: text, isValid: &isValid)
    let fourth = number(at: 19..<23, in: text, isValid: &isValid) << 48
    let fifth = number(at: 24..<36, in: text, isValid: &isValid)
    guard isValid else { return nil }
    let halves = ((first | second | third).bigEndian, (fourth | fifth).bigEndian)
    return UUID(uuid: withUnsafeBytes(of: halves) { $0.loadUnaligned(as: uuid_t.self) })
  }

  private static let hyphen = UInt8(ascii: "-")
  private static var hyphens: StrideTo<Int> { stride(from: 8, to: 24, by: 5) }

  /// Writes the last digits of a number.
  @inline(__always)
  private static func put(
    _ number: UInt64, at places: Range<Int>, in text: TextBytes
  ) {
    var number = number
    for place in places.reversed() {
      let digit = UInt8(truncatingIfNeeded: number & 15)
      text[place] = digit < 10 ? 48 &+ digit : 55 &+ digit
      number >>= 4
    }
  }

  @inline(__always)
  private static func number(
    at places: Range<Int>, in text: UnsafeRawBufferPointer, isValid: inout Bool
  ) -> UInt64 {
    var number: UInt64 = 0
    for place in places {
      let byte = UInt64(text[place])
      let isDigit = byte &- 48 < 10
      let isLetter = byte &- 65 < 6
      if !isDigit && !isLetter { isValid = false }
      number = number << 4 | (isDigit ? byte &- 48 : byte &- 55) & 15
    }
    return number
  }
}
