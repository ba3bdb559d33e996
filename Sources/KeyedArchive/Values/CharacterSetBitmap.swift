import Foundation

/// The archived form of `CharacterSet`: a bit for each scalar of plane 0; then, for each other
/// plane that is not empty, its number and its bits.
///
/// The set is made range by range: on Linux, a set made from an unusual bitmap reads beyond its
/// memory when it is archived again.
struct CharacterSetBitmap: Decodable {
  let bitmap: Data

  private static let planeLength = 0x10000 / 8
  private static let surrogates = 0xD800 / 8..<0xE000 / 8

  /// The set; nil if no set has this bitmap.
  var characterSet: CharacterSet? {
    guard var planes = planes, let plane0 = planes[0] else { return nil }
    let surrogates = Set(plane0[Self.surrogates])
    if surrogates == [0] { return Self.set(planes) }
    // Only the complement of a set has bits for surrogates, which are not scalars; then all bits
    // are set.
    guard surrogates == [0xFF] else { return nil }
    let empty = [UInt8](repeating: 0, count: Self.planeLength)
    for plane in 0...16 { planes[plane] = (planes[plane] ?? empty).map(~) }
    return Self.set(planes).inverted
  }

  private var planes: [Int: [UInt8]]? {
    let bytes = Array(bitmap)
    let rest = bytes.dropFirst(Self.planeLength)
    guard bytes.count >= Self.planeLength, rest.count % (Self.planeLength + 1) == 0 else {
      return nil
    }
    var planes = [0: Array(bytes.prefix(Self.planeLength))]
    for start in stride(from: rest.startIndex, to: rest.endIndex, by: Self.planeLength + 1) {
      let plane = Int(rest[start])
      guard (1...16).contains(plane), planes[plane] == nil else { return nil }
      planes[plane] = Array(rest[(start + 1)...].prefix(Self.planeLength))
    }
    return planes
  }

  private static func set(_ planes: [Int: [UInt8]]) -> CharacterSet {
    var set = CharacterSet()
    for (plane, bits) in planes.sorted(by: { $0.key < $1.key }) {
      for range in ranges(bits) {
        guard let first = Unicode.Scalar(UInt32(plane << 16 + range.lowerBound)),
          let last = Unicode.Scalar(UInt32(plane << 16 + range.upperBound))
        else { continue }
        set.insert(charactersIn: first...last)
      }
    }
    return set
  }

  /// Returns the runs of bits that are set.
  private static func ranges(_ bits: [UInt8]) -> [ClosedRange<Int>] {
    var ranges: [ClosedRange<Int>] = []
    var start: Int?
    for index in 0...0x10000 {
      let isSet = index < 0x10000 && bits[index / 8] & 1 << UInt8(index % 8) != 0
      if let first = start, !isSet {
        ranges.append(first...index - 1)
        start = nil
      } else if start == nil, isSet {
        start = index
      }
    }
    return ranges
  }
}
