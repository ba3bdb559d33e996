import Foundation
import PersistentObjectsKeyedArchive
import Testing

/// Random values of every kind that `Codable` supports. The seed is printed; `KEYED_ARCHIVE_SEED`
/// sets it.
struct KeyedArchiveRandomTests {
  @Test func randomTreesComeBackExactly() throws {
    var random = ArchiveRandom(name: "randomTreesComeBackExactly")
    for _ in 0..<ArchiveRandom.runs(debug: 300, release: 3000) {
      let tree = ArchiveTree.random(&random, depth: 5)
      #expect(try roundTrip(tree) == tree)
    }
  }

  @Test func foundationReadsRandomTreesAsThePropertyListOfTheValue() throws {
    var random = ArchiveRandom(name: "foundationReadsRandomTrees")
    for _ in 0..<ArchiveRandom.runs(debug: 100, release: 1000) {
      let tree = ArchiveTree.random(&random, depth: 4)
      let ours = try foundationObject(try KeyedArchive.archive(tree))
      let theirs = try PropertyListSerialization.propertyList(
        from: try PropertyListEncoder().encode(tree), format: nil)
      #expect((ours as? NSObject) == (theirs as? NSObject))
    }
  }

  /// Reads trees without Booleans: on Linux, Foundation's archiver writes true and 1 as a single
  /// object, whichever comes first.
  @Test func readsRandomTreesThatFoundationWrote() throws {
    var random = ArchiveRandom(name: "readsRandomTreesThatFoundationWrote")
    for _ in 0..<ArchiveRandom.runs(debug: 20, release: 50) {
      let tree = ArchiveTree.random(&random, depth: 4, bools: false)
      let list = try PropertyListSerialization.propertyList(
        from: try PropertyListEncoder().encode(tree), format: nil)
      #expect(try unarchive(ArchiveTree.self, try foundationArchive(list)) == tree)
    }
  }
}

// MARK: - Shared by the tests of this folder

func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
  try unarchive(Value.self, try KeyedArchive.archive(value))
}

func unarchive<Value: Decodable>(
  _ type: Value.Type, _ bytes: [UInt8], options: KeyedArchiveOptions = KeyedArchiveOptions()
) throws -> Value {
  try bytes.withUnsafeBytes { try KeyedArchive.unarchive(type, from: $0, options: options) }
}

/// The result of Foundation's unarchiver for an archive.
func foundationObject(_ bytes: [UInt8]) throws -> Any? {
  let unarchiver = try NSKeyedUnarchiver(forReadingFrom: Data(bytes))
  unarchiver.requiresSecureCoding = false
  defer { unarchiver.finishDecoding() }
  return unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey)
}

/// The result of Foundation's archiver for an object.
func foundationArchive(_ object: Any) throws -> [UInt8] {
  Array(try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: false))
}

/// Random numbers that a seed determines (SplitMix64).
struct ArchiveRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// Prints the seed, so that a failure can be repeated.
  init(name: String) {
    let given = ProcessInfo.processInfo.environment["KEYED_ARCHIVE_SEED"].flatMap { UInt64($0) }
    let seed = given ?? UInt64.random(in: 0..<1_000_000)
    print("\(name): KEYED_ARCHIVE_SEED=\(seed)")
    self.init(seed: seed)
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

  /// The number of runs: fewer in a debug build, since it is slower.
  static func runs(debug: Int, release: Int) -> Int {
    #if DEBUG
      debug
    #else
      release
    #endif
  }
}

/// A value of any shape.
indirect enum ArchiveTree: Codable, Equatable {
  case nothing(Int?)
  case bool(Bool)
  case integers(Int8, Int16, Int32, Int64)
  case unsigned(UInt8, UInt16, UInt32, UInt64)
  case word(Int, UInt)
  case real(Double)
  case float(Float)
  case text(String)
  case date(Date)
  case data(Data)
  case list([ArchiveTree])
  case optionals([ArchiveTree?])
  case named([String: ArchiveTree])
  case numbered([Int: ArchiveTree])
  case pairs([Bool: ArchiveTree])

  static func random(
    _ random: inout ArchiveRandom, depth: Int, bools: Bool = true
  ) -> ArchiveTree {
    depth == 0 || random.below(3) == 0 ? leaf(&random, bools) : branch(&random, depth - 1, bools)
  }

  private static func leaf(_ random: inout ArchiveRandom, _ bools: Bool) -> ArchiveTree {
    switch random.below(10) {
    case 0: .nothing(random.below(2) == 0 ? nil : random.below(1000))
    case 1 where bools: .bool(random.below(2) == 0)
    case 2: .integers(bits(&random), bits(&random), bits(&random), bits(&random))
    case 3: .unsigned(bits(&random), bits(&random), bits(&random), bits(&random))
    case 4: .word(bits(&random), bits(&random))
    case 5: .real(finite(Double(bitPattern: bits(&random))))
    case 6: .float(finite(Float(bitPattern: bits(&random))))
    case 7: .text(text(&random))
    case 8: .date(Date(timeIntervalSinceReferenceDate: .random(in: -1e10...1e10, using: &random)))
    default: .data(Data((0..<random.below(40)).map { _ in bits(&random) as UInt8 }))
    }
  }

  private static func branch(
    _ random: inout ArchiveRandom, _ depth: Int, _ bools: Bool
  ) -> ArchiveTree {
    let parts = (0..<random.below(6)).map { _ in Self.random(&random, depth: depth, bools: bools) }
    switch random.below(bools ? 5 : 4) {
    case 0: return .list(parts)
    case 1: return .optionals(parts.map { random.below(3) == 0 ? nil : $0 })
    case 2:
      let pairs = parts.map { (text(&random), $0) }
      return .named(Dictionary(pairs) { $1 })
    case 3: return .numbered(Dictionary(parts.map { (bits(&random) as Int, $0) }) { $1 })
    default: return .pairs(Dictionary(parts.map { (random.below(2) == 0, $0) }) { $1 })
    }
  }

  private static func text(_ random: inout ArchiveRandom) -> String {
    let alphabet = [
      "a", "Z", "7", " ", "é", "e\u{301}", "ß", "漢", "👩‍👩‍👧", "\0", "\u{FFFF}", "$", "\n",
    ]
    return (0..<random.below(20)).map { _ in alphabet[random.below(alphabet.count)] }.joined()
  }

  /// Random bits, small numbers and extremes.
  private static func bits<Number: FixedWidthInteger>(_ random: inout ArchiveRandom) -> Number {
    switch random.below(4) {
    case 0: Number(random.below(100))
    case 1: [.min, .max, Number.max - 1, Number.max / 2 + 1][random.below(4)]
    default: Number(truncatingIfNeeded: random.next())
    }
  }

  private static func finite<Number: BinaryFloatingPoint>(_ number: Number) -> Number {
    number.isNaN ? -0.0 : number
  }
}
