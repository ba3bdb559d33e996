import Foundation

/// The 36 characters of a UUID, written and read without a `String`: groups of 8, 4, 4, 4 and 12
/// hexadecimal digits in upper case, with hyphens between them.
enum UUIDText {
  static let length = 36

  static func write(_ uuid: UUID, to text: inout TextBytes) {
    withUnsafeBytes(of: uuid.uuid) { bytes in
      for index in 0..<16 {
        if hasHyphen(before: index) { text.append("-") }
        text.append(digit(bytes[index] >> 4))
        text.append(digit(bytes[index] & 15))
      }
    }
  }

  /// Returns the UUID, or nil if the text is not a UUID in upper case.
  static func read(_ text: TextSlice) -> UUID? {
    guard text.count == length else { return nil }
    var number: UInt128 = 0
    var place = text.startIndex
    for index in 0..<16 {
      if hasHyphen(before: index) {
        guard text[place] == UInt8(ascii: "-") else { return nil }
        place += 1
      }
      guard let high = value(text[place]), let low = value(text[place + 1]) else { return nil }
      number = number << 8 | UInt128(high << 4 | low)
      place += 2
    }
    return UUID(uuid: withUnsafeBytes(of: number.bigEndian) { $0.loadUnaligned(as: uuid_t.self) })
  }

  private static func hasHyphen(before index: Int) -> Bool {
    index == 4 || index == 6 || index == 8 || index == 10
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 48 &+ value : 55 &+ value }

  private static func value(_ digit: UInt8) -> UInt8? {
    if digit &- 48 < 10 { return digit &- 48 }
    return digit &- 65 < 6 ? digit &- 55 : nil
  }
}
