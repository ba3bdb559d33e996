/// Operations on a line. They read only the line, and keep no pointer.
extension UnsafeRawBufferPointer {
  /// Returns the line without the blanks (and the carriage return) at its end.
  func trimmingEnd() -> Self {
    var end = count
    while end > 0, self[end - 1].isBlank { end -= 1 }
    return Self(rebasing: self[..<end])
  }

  /// Returns the line without the blanks at its start.
  func trimmingStart() -> Self {
    Self(rebasing: drop(while: \.isBlank))
  }

  /// Whether the bytes are valid UTF-8. Most lines are ASCII, which costs one pass without
  /// branches.
  var isUTF8: Bool {
    reduce(0) { $0 | $1 } < 0x80 || String(validating: self, as: UTF8.self) != nil
  }

  /// The first characters, for an error message.
  var excerpt: String {
    let text = String(decoding: self, as: UTF8.self)
    return text.count > 40 ? text.prefix(40) + "…" : text
  }
}
