/// A column of a result.
struct ResultColumn: Equatable {
  /// The type; nil for a type that is not read.
  let type: ServerType?
  /// The number of digits of a `numeric` that is declared with digits, and none after the point.
  let digits: Int?

  /// - Parameter modifier: the number by which the server describes the parentheses after the
  ///   type's name; negative if there are none.
  init(_ type: ServerType?, modifier: Int) {
    self.type = type
    // The number of digits is above the 16 bits for those after the point. The whole is increased
    // by 4.
    let (digits, scale) = (modifier - 4).quotientAndRemainder(dividingBy: 1 << 16)
    self.digits = type == .numeric && digits > 0 && scale == 0 ? digits : nil
  }
}
