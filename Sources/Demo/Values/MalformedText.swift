/// The reason why a text is invalid. Callers that know the file and the line add them.
struct MalformedText: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }

  /// Makes an error that shows the start of the text.
  init(_ text: some StringProtocol, isNot kind: String, _ reason: String) {
    let shown = text.count > 60 ? text.prefix(60) + "…" : String(text)
    description = "'\(shown)' is not \(kind): \(reason)"
  }
}
