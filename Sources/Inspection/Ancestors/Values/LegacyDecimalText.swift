/// The texts of decimal numbers: `-12`, `3.141592653589793`, `1e+300`.
enum LegacyDecimalText {
  static func isNumber(_ text: String) -> Bool {
    var rest = text.utf8[...]
    if let first = rest.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      rest.removeFirst()
    }
    var digits = dropDigits(&rest)
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      digits += dropDigits(&rest)
    }
    guard digits > 0 else { return false }
    return rest.isEmpty || isExponent(rest)
  }

  private static func dropDigits(_ rest: inout Substring.UTF8View) -> Int {
    let count = rest.prefix { (0x30...0x39).contains($0) }.count
    rest = rest.dropFirst(count)
    return count
  }

  private static func isExponent(_ text: Substring.UTF8View) -> Bool {
    guard let first = text.first, first | 0x20 == UInt8(ascii: "e") else { return false }
    var rest = text.dropFirst()
    if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      rest = rest.dropFirst()
    }
    return dropDigits(&rest) > 0 && rest.isEmpty
  }
}
