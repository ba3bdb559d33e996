import Foundation

/// The 36 characters of a UUID, written and read without a `String`.
enum UUIDText {
  /// Writes to a buffer of 36 bytes.
  static func write(_ uuid: UUID, to text: UnsafeMutableBufferPointer<UInt8>) {
    var position = 0
    withUnsafeBytes(of: uuid.uuid) { bytes in
      for index in 0..<16 {
        if hasHyphen(before: index) {
          text[position] = hyphen
          position += 1
        }
        text[position] = digit(bytes[index] >> 4)
        text[position + 1] = digit(bytes[index] & 15)
        position += 2
      }
    }
  }

  /// The UUID, or nil if the text is not one in upper case.
  static func read(_ text: UnsafeRawBufferPointer) -> UUID? {
    guard text.count == 36 else { return nil }
    var halves = (UInt64(0), UInt64(0))
    var position = 0
    for index in 0..<16 {
      if hasHyphen(before: index) {
        guard text[position] == hyphen else { return nil }
        position += 1
      }
      guard let high = value(text[position]), let low = value(text[position + 1]) else {
        return nil
      }
      position += 2
      if index < 8 {
        halves.0 = halves.0 << 8 | UInt64(high << 4 | low)
      } else {
        halves.1 = halves.1 << 8 | UInt64(high << 4 | low)
      }
    }
    let bytes = (halves.0.bigEndian, halves.1.bigEndian)
    return UUID(uuid: withUnsafeBytes(of: bytes) { $0.loadUnaligned(as: uuid_t.self) })
  }

  private static let hyphen = UInt8(ascii: "-")

  private static func hasHyphen(before index: Int) -> Bool {
    index == 4 || index == 6 || index == 8 || index == 10
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? value + UInt8(ascii: "0") : value - 10 + UInt8(ascii: "A")
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
