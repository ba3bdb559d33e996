import Foundation

/// Values for measuring codecs, the same in each run.
enum Sample {
  /// A value without a codec.
  struct Point: Codable {
    var x: Double
    var y: Double
  }

  /// An enum with raw values.
  enum Suit: String, CaseIterable {
    case clubs, diamonds, hearts, spades
  }

  private static let count = 64

  /// Returns 64 values, each made from 64 random bits.
  static func values<Value>(_ make: (UInt64) -> Value) -> [Value] {
    var random = SplitMix(seed: 0x9e37_79b9_7f4a_7c15)
    return (0..<count).map { _ in make(random.next()) }
  }

  /// Dates of about the last 50 years, with all bits random.
  static let dates = values { Date(timeIntervalSince1970: Double($0 >> 11) / 0x1p53 * 1.6e9) }

  static let uuids = values { bits in
    let bytes = withUnsafeBytes(of: (bits, bits &* 31)) { Array($0) }
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  /// Names of 8 to 23 letters.
  static let names = values { bits in
    String((0..<8 + Int(bits % 16)).map { Character(UnicodeScalar(97 + UInt8(bits >> $0 & 15))) })
  }

  static let urls = values {
    URL(string: "https://www.example.org/pool/main/\($0 % 997)?page=\($0 % 7)")
  }
  .compactMap { $0 }

  static let blobs = values { bits in
    Data((0..<64).map { UInt8(truncatingIfNeeded: bits >> ($0 % 57)) })
  }

  /// Temperatures, one per minute, to the tenth of a degree.
  static let sensor = (0..<1000).map { (200 + (sin(Double($0) / 60) * 50).rounded()) / 10 }

  /// Bytes that cannot be compressed.
  static let noise = Data(
    values { bits in (1...64).map { UInt8(truncatingIfNeeded: (bits &* ($0 * 2 + 1)) >> 32) } }
      .joined())
}
