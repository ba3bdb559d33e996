extension PersistenceError {
  /// Returns the message of an underlying error as part of a sentence, without the full stop that
  /// ends Foundation's messages.
  package static func clause(of cause: any Error) -> String {
    let text = "\(cause)"
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}
