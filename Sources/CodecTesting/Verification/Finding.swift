/// A value, a pair of values or a stored form that broke a law.
struct Finding<Culprit> {
  let culprit: Culprit
  let breach: Breach
}

/// A value to check laws with: a sample or a generated value.
struct Candidate<Value> {
  let value: Value
  /// The draws that made the value; nil for a sample.
  let draws: [UInt64]?
}

/// Two values that break a law together.
struct Pair<Value> {
  let left: Candidate<Value>
  let right: Candidate<Value>

  var values: [Value] { [left.value, right.value] }
  var draws: [[UInt64]?] { [left.draws, right.draws] }
  var isGenerated: Bool { left.draws != nil && right.draws != nil }
}
