extension UInt64 {
  /// The positions of the bits that are set, ascending.
  var setBits: [Int] {
    var rest = self
    return (0..<nonzeroBitCount).map { _ in
      defer { rest &= rest - 1 }
      return rest.trailingZeroBitCount
    }
  }
}
