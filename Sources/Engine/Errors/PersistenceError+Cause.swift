extension PersistenceError {
  /// What the error below says, as a part of a sentence: Foundation's end with a full stop.
  package static func clause(of cause: any Error) -> String {
    let text = "\(cause)"
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}
