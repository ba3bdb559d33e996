/// A text between quotes, each quote in it doubled, as SQL writes its literals: `'it''s'`.
///
/// It works on bytes, since Swift sees a quote before a combining scalar as another character.
enum QuotedText {
  /// Appends a text in quotes.
  static func append(_ text: some Sequence<UInt8>, quote: UInt8, to bytes: inout [UInt8]) {
    bytes.append(quote)
    for byte in text {
      if byte == quote { bytes.append(quote) }
      bytes.append(byte)
    }
    bytes.append(quote)
  }

  /// Removes a quoted text from the start of `bytes` and returns it without quotes; nil if there is
  /// none, or if it does not end.
  static func take<Bytes: Collection<UInt8>>(
    from bytes: inout Bytes, quote: UInt8
  ) -> [UInt8]? where Bytes.SubSequence == Bytes {
    guard bytes.popFirst() == quote else { return nil }
    var text: [UInt8] = []
    while let byte = bytes.popFirst() {
      if byte == quote {
        guard bytes.first == quote else { return text }
        bytes = bytes.dropFirst()
      }
      text.append(byte)
    }
    return nil
  }
}
