/// A value that laws are checked with: a sample, or one that the generator made.
struct Candidate<Value> {
  let value: Value
  /// What made it; nil for a sample.
  let draws: [UInt64]?
}

/// What broke a law: a value, a pair of values, a stored form.
struct Finding<Culprit> {
  let culprit: Culprit
  let breach: Breach
}

/// How small a value is: by its stored form, then by its description.
struct Smallness: Comparable {
  private let parts: (size: Int, length: Int, name: String)

  init(size: Int, name: String) { parts = (size, name.count, name) }

  static func < (left: Smallness, right: Smallness) -> Bool { left.parts < right.parts }
  static func == (left: Smallness, right: Smallness) -> Bool { left.parts == right.parts }
}
