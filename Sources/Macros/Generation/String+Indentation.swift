extension String {
  /// Returns the text with spaces before each line that is not empty.
  func indented(by width: Int) -> String {
    let (newline, spaces) = (UInt8(ascii: "\n"), repeatElement(UInt8(ascii: " "), count: width))
    var result: [UInt8] = []
    result.reserveCapacity(utf8.count * 5 / 4)
    var isAtStart = true
    for byte in utf8 {
      if isAtStart && byte != newline { result += spaces }
      isAtStart = byte == newline
      result.append(byte)
    }
    return String(decoding: result, as: UTF8.self)
  }
}
