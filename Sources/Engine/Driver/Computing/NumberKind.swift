/// The numbers that queries compute with.
public enum NumberKind: String, Sendable, CaseIterable {
  /// Integers of 64 bits.
  case integer
  /// Doubles.
  case real
  /// Decimal numbers, each a text in the form of ``ExactDecimal/text``: a whole number of 128 bits without sign
  /// times a power of ten from −128 to 127, as in Foundation's `Decimal`.
  case decimal
  /// Durations, each the text of its seconds, in the same form: a whole number of attoseconds of 128 bits with
  /// sign.
  case duration

  /// The storage class of the values.
  public var storage: StorageClass {
    switch self {
    case .integer: .integer
    case .real: .real
    case .decimal, .duration: .text
    }
  }

  /// Whether the values are texts that sort as the numbers do.
  public var isText: Bool { storage == .text }
}
