extension Int {
  /// The number with commas between the thousands, whatever the locale: `63,666`.
  var grouped: String {
    var text = String(magnitude)
    var end = text.count - 3
    while end > 0 {
      text.insert(",", at: text.index(text.startIndex, offsetBy: end))
      end -= 3
    }
    return (self < 0 ? "-" : "") + text
  }
}
