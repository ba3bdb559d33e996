/// A kind of number with which queries compute.
///
/// See ``ComputingDialect``.
public enum NumberKind: String, Sendable, CaseIterable {
  /// 64-bit integers.
  case integer
  /// Doubles.
  case real
  /// Decimal numbers, each a text in the form of ``ExactDecimal/text``: an unsigned whole number of
  /// 128 bits times a power of ten from −128 to 127, as in Foundation's `Decimal`.
  case decimal
  /// Durations, each a text of its seconds in the same form: a signed whole number of attoseconds
  /// of 128 bits.
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
