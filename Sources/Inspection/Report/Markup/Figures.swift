// The style of figures in the report, which is the same everywhere, whatever the machine's locale.

extension Int {
  /// The number with commas between thousands, such as "63,666".
  var grouped: String {
    let digits = Array(String(magnitude))
    var text = self < 0 ? "−" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return text
  }

  /// The number of bytes in a fitting unit, such as "812 B" or "4.2 MB".
  var inBytes: String {
    var amount = Double(self)
    var units = ["B", "kB", "MB", "GB", "TB", "PB", "EB"][...]
    while abs(amount) >= 999.5, units.count > 1 {
      amount /= 1000
      units = units.dropFirst()
    }
    let isWhole = abs(amount) >= 99.5 || magnitude < 1000
    let digits = isWhole ? Int(amount.rounded()).grouped : amount.tenths
    return "\(digits)\u{A0}\(units.first ?? "")"
  }

  /// Returns the number followed by a word, such as "1 class" or "60 classes".
  func counted(_ one: String, _ many: String? = nil) -> String {
    "\(grouped)\u{A0}\(self == 1 ? one : many ?? one + "s")"
  }
}

extension Double {
  /// The number rounded to a tenth, without a needless ".0"; "0" for a number that is not finite.
  var tenths: String {
    guard isFinite, abs(self) < 1e15 else { return "0" }
    let tenths = Int((self * 10).rounded())
    let (whole, rest) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
    return (tenths < 0 ? "-" : "") + (rest == 0 ? "\(whole)" : "\(whole).\(rest)")
  }

  /// The number with all its digits, without a needless ".0".
  var unrounded: String { Int(exactly: self)?.description ?? description }

  /// The share in percent. It is 0 or 100 only if it is exactly that.
  var percent: String {
    guard isFinite else { return "–" }
    if self > 0, self < 0.001 { return "<\u{A0}0.1\u{A0}%" }
    if self < 1, self > 0.999 { return ">\u{A0}99.9\u{A0}%" }
    return (self * 100).tenths + "\u{A0}%"
  }

  /// Creates the share that a part has of a whole; 0 if the whole is 0.
  init(share part: Int, of whole: Int) {
    self = whole > 0 ? Double(part) / Double(whole) : 0
  }
}

extension ReportQuantity {
  /// The amount as text.
  var text: String {
    switch self {
    case .count(let count): count.grouped
    case .bytes(let bytes): bytes.inBytes
    case .share(let share): share.percent
    case .text(let text): text
    }
  }
}
