/// A column of a result.
struct ResultColumn: Equatable {
  /// The type; nil for one that is not read.
  let type: ServerType?
  /// The digits of a `numeric` that is declared with so many, and none behind the point.
  let digits: Int?

  /// - Parameter modifier: the number by which the server describes what is in parentheses behind the type's
  ///   name; negative if there is nothing.
  init(_ type: ServerType?, modifier: Int) {
    self.type = type
    // The digits stand above the 16 bits of those behind the point; all is 4 more than it says.
    let (digits, scale) = (modifier - 4).quotientAndRemainder(dividingBy: 1 << 16)
    self.digits = type == .numeric && digits > 0 && scale == 0 ? digits : nil
  }
}
