/// The kinds of ASCII bytes in control files, versions and relations.
extension UInt8 {
  /// Whether the byte is a space, a tab, or the carriage return of a file that has been on Windows.
  var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D }
  var isDigit: Bool { self &- 0x30 < 10 }
  var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
  /// Whether the byte is printable ASCII other than the space.
  var isVisible: Bool { self > 0x20 && self < 0x7F }
  /// The lower-case letter of an upper-case one; any other byte unchanged.
  var lowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}

extension Collection<UInt8> {
  /// Whether the bytes are the same except for the case of ASCII letters.
  func equalsIgnoringCase(_ other: some Collection<UInt8>) -> Bool {
    elementsEqual(other) { $0 == $1 || $0.lowercased == $1.lowercased }
  }
}
