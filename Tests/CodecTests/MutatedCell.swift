import PersistentObjectsEngine

/// One cell with a stored value in which a few bits, bytes or the length were changed; text in it
/// need not be valid UTF-8.
final class MutatedCell: Cells, CustomStringConvertible {
  private let storedKind: StoredKind
  private var number: UInt64 = 0
  private let content: UnsafeMutableRawBufferPointer

  init(_ value: StoredValue, _ random: inout CodecRandom) {
    storedKind = value.kind
    var bytes: [UInt8] = []
    switch value {
    case .null: break
    case .integer(let value): number = Self.mutate(UInt64(bitPattern: value), &random)
    case .real(let value): number = Self.mutate(value.bitPattern, &random)
    case .text(let value): bytes = Self.mutate(Array(value.utf8), &random)
    case .blob(let value): bytes = Self.mutate(value, &random)
    }
    content = .allocate(byteCount: bytes.count, alignment: 1)
    content.copyBytes(from: bytes)
  }

  deinit { content.deallocate() }

  override func kind(at index: Int) -> StoredKind {
    // A driver never reads NaN.
    storedKind == .real && Double(bitPattern: number).isNaN ? .null : storedKind
  }
  override func integer(at index: Int) -> Int64 { Int64(bitPattern: number) }
  override func real(at index: Int) -> Double { Double(bitPattern: number) }
  override func bytes(at index: Int) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(content) }

  var description: String { "\(storedKind) \(number) \(Array(content))" }

  private static func mutate(_ bits: UInt64, _ random: inout CodecRandom) -> UInt64 {
    Bool.random(using: &random)
      ? random.next() : bits ^ 1 << UInt64.random(in: 0..<64, using: &random)
  }

  private static func mutate(_ bytes: [UInt8], _ random: inout CodecRandom) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let index = Int.random(in: 0...bytes.count, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
      case 1: bytes.insert(UInt8.random(in: 32...126, using: &random), at: index)
      case 2: bytes.removeLast(bytes.count - index)
      case 3 where index < bytes.count: bytes.remove(at: index)
      case _ where index < bytes.count: bytes[index] = UInt8.random(in: 48...58, using: &random)
      default: break
      }
    }
    return bytes
  }
}
