import PersistentObjects

extension StoredValue {
  /// The integer; nil for NULL and values of other kinds.
  var integer: Int? {
    if case .integer(let value) = self { Int(value) } else { nil }
  }
}

extension Session {
  /// Returns the integer that a query of one row and one column gives.
  func integer(_ query: Criteria) throws -> Int {
    let value = try rows(query).first?.first
    guard let integer = value?.integer else { throw NoInteger(value: value) }
    return integer
  }
}

/// A query that should have given an integer.
struct NoInteger: Error, CustomStringConvertible {
  let value: StoredValue?

  var description: String {
    "a query of the demo gave \(value?.shown ?? "no value") instead of an integer"
  }
}
