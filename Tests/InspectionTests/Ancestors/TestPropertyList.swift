import Foundation

/// A UID in the input of `TestPropertyList.add`.
struct TestUID {
  let number: Int

  init(_ number: Int) { self.number = number }
}

/// Writes binary property lists with UIDs, each reference in four bytes.
struct TestPropertyList {
  private var objects: [[UInt8]] = []

  mutating func add(_ value: Any) -> Int {
    switch value {
    case let value as TestUID: uid(value.number)
    case let value as Bool: append([value ? 9 : 8])
    case let value as Int: append([0x13] + big(UInt64(bitPattern: Int64(value)), 8))
    case let value as Double: append([0x23] + big(value.bitPattern, 8))
    case let value as String: text(value)
    case let value as [Any]: array(value.map { add($0) })
    case let value as [String: Any]: dictionary(value.map { (text($0.key), add($0.value)) })
    default: append([0])
    }
  }

  mutating func uid(_ number: Int) -> Int { append([0x83] + big(UInt64(number), 4)) }

  mutating func text(_ text: String) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      return append(head(0x50, text.utf8.count) + text.utf8)
    }
    let units = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    return append(head(0x60, text.utf16.count) + units)
  }

  mutating func array(_ elements: [Int]) -> Int {
    append(head(0xA0, elements.count) + elements.flatMap { big(UInt64($0), 4) })
  }

  mutating func dictionary(_ pairs: [(Int, Int)]) -> Int {
    let references = pairs.map(\.0) + pairs.map(\.1)
    return append(head(0xD0, pairs.count) + references.flatMap { big(UInt64($0), 4) })
  }

  func finish(_ top: Int) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(bytes.count)
      bytes += object
    }
    let table = bytes.count
    for offset in offsets { bytes += big(UInt64(offset), 4) }
    bytes += [0, 0, 0, 0, 0, 0, 4, 4]
    for number in [objects.count, top, table] { bytes += big(UInt64(number), 8) }
    return bytes
  }

  private mutating func append(_ object: [UInt8]) -> Int {
    objects.append(object)
    return objects.count - 1
  }

  private func head(_ marker: UInt8, _ count: Int) -> [UInt8] {
    count < 15 ? [marker | UInt8(count)] : [marker | 15, 0x12] + big(UInt64(count), 4)
  }

  private func big(_ value: UInt64, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> UInt64($0 * 8)) }
  }
}
