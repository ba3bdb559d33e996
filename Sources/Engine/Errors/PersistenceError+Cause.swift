extension PersistenceError {
  /// The message of the underlying error as a part of a sentence, without the full stop at the end
  /// of Foundation's.
  package static func clause(of cause: any Error) -> String {
    let text = "\(cause)"
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}
