/// A range of the standard library, made of its bounds. ``RangeTextCodec`` stores it.
public protocol StorableRange<Bound> {
  /// The type of the bounds.
  associatedtype Bound: Comparable
  /// The name of this kind of range, and its text with `_` in place of each bound.
  static var _storedForm: (name: String, pattern: String) { get }
  /// The bounds that the range has, the lower one first.
  var _storedBounds: [Bound] { get }
  /// Makes a range from its first and last bound, which may be the same.
  init(_storedFrom first: Bound, to last: Bound)
}

extension Range: StorableRange {
  /// The form `[1,5)`.
  public static var _storedForm: (name: String, pattern: String) { ("range", "[_,_)") }
  /// Both bounds.
  public var _storedBounds: [Bound] { [lowerBound, upperBound] }
  /// Makes a range from both bounds.
  public init(_storedFrom first: Bound, to last: Bound) {
    self.init(uncheckedBounds: (first, last))
  }
}

extension ClosedRange: StorableRange {
  /// The form `[1,5]`.
  public static var _storedForm: (name: String, pattern: String) { ("closed-range", "[_,_]") }
  /// Both bounds.
  public var _storedBounds: [Bound] { [lowerBound, upperBound] }
  /// Makes a range from both bounds.
  public init(_storedFrom first: Bound, to last: Bound) {
    self.init(uncheckedBounds: (first, last))
  }
}

extension PartialRangeFrom: StorableRange {
  /// The form `[1,)`.
  public static var _storedForm: (name: String, pattern: String) { ("range-from", "[_,)") }
  /// The lower bound.
  public var _storedBounds: [Bound] { [lowerBound] }
  /// Makes a range from the lower bound.
  public init(_storedFrom first: Bound, to last: Bound) { self.init(first) }
}

extension PartialRangeThrough: StorableRange {
  /// The form `(,5]`.
  public static var _storedForm: (name: String, pattern: String) { ("range-through", "(,_]") }
  /// The upper bound.
  public var _storedBounds: [Bound] { [upperBound] }
  /// Makes a range from the upper bound.
  public init(_storedFrom first: Bound, to last: Bound) { self.init(first) }
}

extension PartialRangeUpTo: StorableRange {
  /// The form `(,5)`.
  public static var _storedForm: (name: String, pattern: String) { ("range-up-to", "(,_)") }
  /// The upper bound.
  public var _storedBounds: [Bound] { [upperBound] }
  /// Makes a range from the upper bound.
  public init(_storedFrom first: Bound, to last: Bound) { self.init(first) }
}
