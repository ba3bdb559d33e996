/// Where a generator draws from: random numbers that are recorded, so that what they made can be
/// made again, and made smaller.
///
/// When a value breaks a law, the kit replays its draws with some left out or lowered, for as long
/// as what comes of them still breaks the law. So a generator has nothing to do with shrinking. It
/// should draw all its chance from here; of the methods below each gives its simplest value, such
/// as `false`, 0, an empty text or the first element, for the lowest draws.
///
/// ```swift
/// func color(_ source: inout ValueSource) -> Color {
///   Color(red: source.integer(), green: source.integer(), blue: source.integer())
/// }
/// ```
///
/// It is a `RandomNumberGenerator` as well, for `Int.random(in: 0..<7, using: &source)` and the
/// like; what its own methods make shrinks better.
public struct ValueSource: RandomNumberGenerator, Sendable {
  /// What was drawn since the beginning.
  private(set) var draws: [UInt64] = []
  private var recorded: [UInt64] = []
  /// How many zeros follow a record before chance takes over: code that draws until it likes a
  /// number would otherwise never end.
  private var zeros = 0
  private var state: UInt64

  /// A source whose values depend on the seed alone.
  public init(seed: UInt64) { state = seed }

  /// A source that repeats a record, then gives zeros.
  init(replaying recorded: [UInt64]) {
    self.recorded = recorded
    zeros = 64
    state = 0
  }

  /// 64 random bits.
  public mutating func next() -> UInt64 {
    let number = undrawn()
    draws.append(number)
    return number
  }

  /// A number below `bound`, 0 being the simplest.
  mutating func draw(below bound: UInt64) -> UInt64 {
    let number = undrawn() % bound
    draws.append(number)
    return number
  }

  private mutating func undrawn() -> UInt64 {
    if draws.count < recorded.count { return recorded[draws.count] }
    if draws.count < recorded.count + zeros { return 0 }
    return random()
  }

  /// SplitMix64.
  private mutating func random() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
