import PersistentObjects
import PersistentObjectsKeyedArchive

/// Copies a binary property list, object for object, with one more text and one changed dictionary.
///
/// Objects keep their numbers; only offsets and the size of references may change. The grammar is
/// that of ``BinaryPropertyList``.
struct PropertyListCopy {
  private let source: BinaryPropertyList
  private let referenceSize: Int
  private var output = Array("bplist00".utf8)
  private var offsets: [Int] = []

  /// Copies the list and replaces the dictionary with the number `dictionary` with `{key: value}`,
  /// where `value` is the number of an object.
  static func of(
    _ source: BinaryPropertyList, settingDictionary dictionary: Int, key: String, value: Int
  ) throws(PersistenceError) -> [UInt8] {
    var copy = PropertyListCopy(source)
    for number in 0..<source.objectCount {
      if number == dictionary {
        try copy.write([source.objectCount, value], 0xD0, count: 1)
      } else {
        try copy.write(source.node(number))
      }
    }
    copy.begin(0x50, count: key.utf8.count)
    copy.output += key.utf8
    return copy.finished()
  }

  private init(_ source: BinaryPropertyList) {
    self.source = source
    referenceSize = Self.size(of: source.objectCount)
  }

  private mutating func write(_ node: PropertyListNode) throws(PersistenceError) {
    // The objects of a hostile list can overlap: each is long although the list is short.
    guard output.count <= source.bytes.count * 16 else {
      throw BinaryPropertyList.damaged("its objects overlap")
    }
    switch node {
    case .data(let range): copy(range, marker: 0x40, unit: 1)
    case .ascii(let range): copy(range, marker: 0x50, unit: 1)
    case .utf16(let range): copy(range, marker: 0x60, unit: 2)
    case .array(let elements): try write(source.numbers(elements), 0xA0, count: elements.count)
    case .set(let elements): try write(source.numbers(elements), 0xC0, count: elements.count)
    case .dictionary(let keys, let values):
      try write(source.numbers(keys) + source.numbers(values), 0xD0, count: keys.count)
    default: write(scalar: node)
    }
  }

  private mutating func write(scalar node: PropertyListNode) {
    offsets.append(output.count)
    switch node {
    case .bool(let value): output.append(value ? 0x09 : 0x08)
    case .integer(let value): append(integer: value)
    case .unsigned(let value): append(0x14, then: [0, value], size: 8)
    case .float(let value): append(0x22, then: [UInt64(value.bitPattern)], size: 4)
    case .real(let value): append(0x23, then: [value.bitPattern], size: 8)
    case .date(let value): append(0x33, then: [value.bitPattern], size: 8)
    case .uid(let value):
      let size = Self.size(of: value)
      append(0x80 | UInt8(size - 1), then: [UInt64(value)], size: size)
    default: output.append(0x00)
    }
  }

  private mutating func copy(_ range: Range<Int>, marker: UInt8, unit: Int) {
    begin(marker, count: range.count / unit)
    output += source.bytes[range]
  }

  private mutating func write(
    _ references: [Int], _ marker: UInt8, count: Int
  ) throws(PersistenceError) {
    // There is one more object than in the source: the added text.
    guard references.allSatisfy({ $0 <= source.objectCount }) else {
      throw BinaryPropertyList.damaged("a reference points at nothing")
    }
    begin(marker, count: count)
    for reference in references { append(UInt64(reference), size: referenceSize) }
  }

  private mutating func begin(_ marker: UInt8, count: Int) {
    offsets.append(output.count)
    output.append(marker | UInt8(min(count, 15)))
    if count >= 15 { append(integer: Int64(count)) }
  }

  private mutating func append(integer value: Int64) {
    let size = value < 0 ? 8 : Self.size(of: Int(value))
    append(0x10 | UInt8(size.trailingZeroBitCount), then: [UInt64(bitPattern: value)], size: size)
  }

  private mutating func append(_ marker: UInt8, then values: [UInt64], size: Int) {
    output.append(marker)
    for value in values { append(value, size: size) }
  }

  private mutating func append(_ value: UInt64, size: Int) {
    for shift in stride(from: (size - 1) * 8, through: 0, by: -8) {
      output.append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
    }
  }

  private consuming func finished() -> [UInt8] {
    let table = output.count
    let offsetSize = Self.size(of: table)
    for offset in offsets { append(UInt64(offset), size: offsetSize) }
    output += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    for number in [offsets.count, source.top, table] { append(UInt64(number), size: 8) }
    return output
  }

  /// Returns the size of an integer: 1, 2, 4 or 8 bytes.
  private static func size(of value: Int) -> Int {
    value <= 0xFF ? 1 : value <= 0xFFFF ? 2 : value <= 0xFFFF_FFFF ? 4 : 8
  }
}
