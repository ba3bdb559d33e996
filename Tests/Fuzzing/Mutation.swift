import PersistentObjectsDriver

/// Random numbers that a seed determines (SplitMix64).
struct FuzzRandom: RandomNumberGenerator {
  private var state: UInt64

  /// Makes numbers for one run, so that the run can be repeated without those before it.
  init(seed: UInt64, run: Int) {
    state = seed &+ UInt64(bitPattern: Int64(run)) &* 0xD134_2543_DE82_EF95
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

  mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: next()) }
}

extension StoredValue {
  /// A cell with this value, slightly changed; sometimes of another kind, as in columns of other
  /// programs.
  func mutated(_ random: inout FuzzRandom) -> RawCell {
    if random.below(64) == 0 { return Self.other(&random) }
    switch self {
    case .null: return RawCell(.null)
    case .integer(let value):
      return RawCell(.integer, number: Self.mutate(UInt64(bitPattern: value), &random))
    case .real(let value): return RawCell(.real, number: Self.mutate(value.bitPattern, &random))
    case .text(let value): return RawCell(.text, bytes: Self.mutate(Array(value.utf8), &random))
    case .bytes(let value): return RawCell(.bytes, bytes: Self.mutate(value, &random))
    }
  }

  private static func other(_ random: inout FuzzRandom) -> RawCell {
    let kinds: [StoredKind] = [.null, .integer, .real, .text, .bytes]
    let bytes = (0..<random.below(64)).map { _ in random.byte() }
    return RawCell(kinds[random.below(5)], number: random.next(), bytes: bytes)
  }

  private static func mutate(_ bits: UInt64, _ random: inout FuzzRandom) -> UInt64 {
    let extremes: [UInt64] = [
      0, 1, .max, 1 << 63, .max >> 1, (-0.0).bitPattern, Double.infinity.bitPattern,
      Double.greatestFiniteMagnitude.bitPattern, Double.leastNonzeroMagnitude.bitPattern,
    ]
    switch random.below(4) {
    case 0: return random.next()
    case 1: return extremes[random.below(extremes.count)]
    case 2: return bits &+ UInt64(truncatingIfNeeded: random.below(9) - 4)
    default: return bits ^ 1 << UInt64(random.below(64))
    }
  }

  private static func mutate(_ bytes: [UInt8], _ random: inout FuzzRandom) -> [UInt8] {
    var bytes = bytes
    for _ in 0...random.below(4) { bytes.mutate(&random) }
    return bytes
  }
}

extension [UInt8] {
  /// Changes, removes, repeats or moves one or a few bytes.
  fileprivate mutating func mutate(_ random: inout FuzzRandom) {
    guard !isEmpty else { return append(random.byte()) }
    let place = random.below(count)
    switch random.below(13) {
    case 0: remove(at: place)
    case 1: insert(random.byte(), at: place)
    case 2: swapAt(place, random.below(count))
    case 3: self[place] = [0, 1, 0x0F, 0x7F, 0x80, 0xFF][random.below(6)]
    case 4: self[place] ^= 1 << UInt8(random.below(8))
    case 5: self[place] = self[random.below(count)]
    case 6: self[place] &+= 1
    case 7: self[place] &-= 1
    case 8: removeLast(random.below(Swift.min(count, 40)))
    case 9: insert(contentsOf: self[place...].prefix(1 + random.below(16)), at: place)
    case 10: self[place] = UInt8(0x20 + random.below(0x5F))
    case 11: replaceNumber(at: place, &random)
    default: self[place] = random.byte()
    }
  }

  /// Inserts an extreme number of some width, in either byte order.
  private mutating func replaceNumber(at place: Int, _ random: inout FuzzRandom) {
    let width = Swift.min([2, 4, 8][random.below(3)], count - place)
    let extremes: [UInt64] = [0, .max, 1 << 63, .max >> 1, 1 << 31, .max >> 33, 1 << 40]
    let number = extremes[random.below(extremes.count)]
    let bytes = Swift.withUnsafeBytes(of: number) { Array($0) }
    let part = random.below(2) == 0 ? bytes.prefix(width).reversed() : Array(bytes.prefix(width))
    replaceSubrange(place..<place + width, with: part)
  }
}
