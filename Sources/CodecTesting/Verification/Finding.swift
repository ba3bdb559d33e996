/// What broke a law: a value, a pair of values, a stored form.
struct Finding<Culprit> {
  let culprit: Culprit
  let breach: Breach
}

/// A value that laws are checked with: a sample, or one that the generator made.
struct Candidate<Value> {
  let value: Value
  /// What made it; nil for a sample.
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
