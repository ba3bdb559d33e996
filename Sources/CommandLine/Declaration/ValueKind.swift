/// The kind of a value, as far as completions and help need it.
package enum ValueKind: Sendable, Equatable {
  case file
  case folder
  /// The name of a class in the file.
  case className
  /// A whole number within limits.
  case number(ClosedRange<Int>)
  case text
  /// One of several words.
  case choice([String])

  /// The limits of a number in words, as in `at least 1`; nil if there are none.
  var limits: String? {
    guard case .number(let range) = self, range.lowerBound > .min else { return nil }
    return range.upperBound == .max
      ? "at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
  }
}
