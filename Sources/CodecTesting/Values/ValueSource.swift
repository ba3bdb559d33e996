/// The source from which a generator draws: recorded random numbers, so that values can be made
/// again, and made smaller.
///
/// When a value breaks a law, the kit replays its draws with some left out or lowered, as long as
/// the resulting values still break the law. A generator need not know of this, but it should take
/// all its randomness from here. For the lowest draws, each method below returns its simplest
/// value, such as `false`, 0, an empty text or the first element.
///
/// ```swift
/// func color(_ source: inout ValueSource) -> Color {
///   Color(red: source.integer(), green: source.integer(), blue: source.integer())
/// }
/// ```
///
/// It is also a `RandomNumberGenerator`, for `Int.random(in: 0..<7, using: &source)` and the like,
/// but values of its own methods shrink better.
public struct ValueSource: RandomNumberGenerator, Sendable {
  /// The draws since the beginning.
  private(set) var draws: [UInt64] = []
  private var recorded: [UInt64] = []
  /// The number of zeros after a record before random draws follow. With zeros alone, code that
  /// draws until a number suits it would never end.
  private var zeros = 0
  private var state: UInt64

  /// Makes a source whose values depend only on the seed.
  public init(seed: UInt64) { state = seed }

  /// Makes a source that repeats a record and then returns zeros.
  init(replaying recorded: [UInt64]) {
    self.recorded = recorded
    zeros = 64
    state = 0
  }

  /// Returns 64 random bits.
  public mutating func next() -> UInt64 {
    let number = undrawn()
    draws.append(number)
    return number
  }

  /// Returns a number below `bound`; 0 is the simplest.
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

  /// Returns the next number of SplitMix64.
  private mutating func random() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
