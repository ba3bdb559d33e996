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
    let (place, cause) = inside(error)
    return PersistenceError(
      .encodingFailed, "the value cannot be stored: \(PersistenceError.clause(of: cause))",
      context: place, cause: cause)
  }

  /// Wraps a codec's error in reading.
  package func decodingFailed(_ error: any Error) -> PersistenceError {
    if let error = error as? PersistenceError { return error.adding(self) }
    let (place, cause) = inside(error)
    return PersistenceError(
      .decodingFailed,
      "the stored value cannot be read: \(PersistenceError.clause(of: cause)). "
        + "The row was left as it is",
      context: place, cause: cause)
  }
}
