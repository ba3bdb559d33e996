/// Random numbers that are the same for the same seed (SplitMix64).
public struct RandomNumbers: RandomNumberGenerator {
  private var state: UInt64

  /// Starts the sequence of numbers for a seed.
  public init(seed: UInt64) { state = seed }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// Returns true once in `count` times.
  public mutating func once(in count: Int) -> Bool { number(below: count) == 0 }

  /// A number from 0 to `bound` - 1.
  public mutating func number(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

  /// Returns one of several elements; nil if there are none.
  public mutating func pick<Element>(_ elements: some Collection<Element>) -> Element? {
    elements.randomElement(using: &self)
  }
}
