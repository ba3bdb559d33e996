/// The error of one field of a value in several columns, with the field's path in the value.
package struct FieldFailure: Error, CustomStringConvertible {
  package let path: String
  package let cause: any Error

  /// Makes the error of a field; a failure inside the field extends the path.
  package init(field: String, cause: any Error) {
    let inner = cause as? FieldFailure
    path = inner.map { "\(field).\($0.path)" } ?? field
    self.cause = inner?.cause ?? cause
  }

  package var description: String { "\(path): \(cause)" }
}

extension PersistenceError.Context {
  /// Returns the place and the cause of an error: a field's error is at the field.
  package func inside(_ error: any Error) -> (place: PersistenceError.Context, cause: any Error) {
    guard let failure = error as? FieldFailure else { return (self, error) }
    var place = self
    place.property = property.map { "\($0).\(failure.path)" } ?? failure.path
    place.column = nil
    return (place, failure.cause)
  }
}
