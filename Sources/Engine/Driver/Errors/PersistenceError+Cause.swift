extension PersistenceError {
  /// Returns the message of an underlying error as part of a sentence, without the full stop that
  /// ends Foundation's messages.
  package static func clause(of cause: any Error) -> String {
    let text = "\(cause)"
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}

extension PersistenceError.Context {
  /// Wraps a codec's error in writing.
  package func encodingFailed(_ error: any Error) -> PersistenceError {
    if let error = error as? PersistenceError { return error.adding(self) }
    return PersistenceError(
      .encodingFailed, "the value cannot be stored: \(PersistenceError.clause(of: error))",
      context: self, cause: error)
  }

  /// Wraps a codec's error in reading.
  package func decodingFailed(_ error: any Error) -> PersistenceError {
    if let error = error as? PersistenceError { return error.adding(self) }
    return PersistenceError(
      .decodingFailed,
      "the stored value cannot be read: \(PersistenceError.clause(of: error)). "
        + "The row was left as it is",
      context: self, cause: error)
  }
}
