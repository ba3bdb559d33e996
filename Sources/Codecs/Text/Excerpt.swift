/// The beginning of a stored text, quoted and escaped, short enough for an error message.
struct Excerpt: CustomStringConvertible {
  let description: String

  init(_ text: String) {
    let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(40)))
    let isWhole = start.utf8.count == text.utf8.count
    description = start.debugDescription + (isWhole ? "" : "…")
  }

  /// Makes an excerpt of bytes that may not be valid UTF-8.
  init(_ utf8: some Collection<UInt8>) {
    self.init(String(decoding: utf8.prefix(200), as: UTF8.self))
  }
}
