/// The ways in which stored values get damaged: by another program that writes to the file, by a
/// disk, or by a bug.
extension StoredForm {
  /// Returns the beginnings of a text or a blob, the longest first; only some of them if there are
  /// many.
  func truncated(atMost limit: Int) -> [StoredForm] {
    guard let bytes = content else { return [] }
    let step = max(1, bytes.count / max(1, limit))
    return stride(from: bytes.count - 1, through: 0, by: -step).map {
      with(content: Array(bytes.prefix($0)))
    }
  }

  /// Returns a form of the same kind with a few bits, bytes or digits changed; text need not stay
  /// valid UTF-8.
  func mutated(_ source: inout ValueSource) -> StoredForm {
    switch self {
    case .null: return self
    case .integer(let number): return .integer(Self.mutated(number, &source))
    case .real(let bits):
      let isNear = source.bool()
      return .real(
        isNear ? Self.mutated(bits, &source) : source.double(includingNaN: true).bitPattern)
    case .text(let bytes), .bytes(let bytes): return with(content: Self.mutated(bytes, &source))
    }
  }

  /// The bytes of a text or a blob.
  var content: [UInt8]? {
    switch self {
    case .text(let bytes), .bytes(let bytes): bytes
    default: nil
    }
  }

  /// Returns a form of the same kind with other bytes.
  func with(content: [UInt8]) -> StoredForm {
    if case .text = self { .text(content) } else { .bytes(content) }
  }

  private static func mutated<Number: FixedWidthInteger>(
    _ number: Number, _ source: inout ValueSource
  ) -> Number {
    switch source.draw(below: 4) {
    case 0: number &+ source.integer(in: 0...3)
    case 1: number &- source.integer(in: 0...3)
    case 2: number ^ (1 << Number(source.draw(below: UInt64(Number.bitWidth))))
    default: source.integer()
    }
  }

  private static func mutated(_ bytes: [UInt8], _ source: inout ValueSource) -> [UInt8] {
    var bytes = bytes
    for _ in 0...source.draw(below: 3) { mutate(&bytes, &source) }
    return bytes
  }

  private static func mutate(_ bytes: inout [UInt8], _ source: inout ValueSource) {
    let place = Int(source.draw(below: UInt64(bytes.count + 1)))
    let way = source.draw(below: 10)
    switch way {
    case 0: bytes.insert(UInt8(source.draw(below: 256)), at: place)
    case 1: bytes.insert(UInt8(32 + source.draw(below: 95)), at: place)
    case 2: bytes.removeLast(bytes.count - place)
    case 3: bytes.insert(contentsOf: source.element(of: notUTF8), at: place)
    case _ where place == bytes.count: bytes.append(UInt8(48 + source.draw(below: 11)))
    case 4: bytes.remove(at: place)
    case 5: bytes[place] ^= 1 << UInt8(source.draw(below: 8))
    case 6: bytes[place] = UInt8(48 + source.draw(below: 11))
    case 7: bytes[place] = source.element(of: [0, 1, 0x0F, 0x7F, 0x80, 0xFF])
    case 8: bytes.swapAt(place, Int(source.draw(below: UInt64(bytes.count))))
    default: bytes[place] = bytes[place] &+ (source.bool() ? 1 : 255)
    }
  }

  /// A lone continuation byte, an unfinished scalar, an overlong NUL, a surrogate, a scalar beyond
  /// the last one, and a byte that UTF-8 never has.
  private static let notUTF8: [[UInt8]] = [
    [0x80], [0xE2, 0x82], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF],
  ]
}
