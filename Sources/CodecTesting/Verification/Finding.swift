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

extension Candidate {
  /// Returns the samples and generated values. Some of these differ from their predecessor in a
  /// single draw, so that equal and neighbouring values occur.
  static func all(
    _ samples: [Value], _ generator: ((inout ValueSource) -> Value)?, _ options: CodecVerification
  ) -> [Candidate] {
    var candidates = samples.map { Candidate(value: $0, draws: nil) }
    guard let generator else { return candidates }
    var seeds = ValueSource(seed: options.seed)
    for number in 0..<max(0, options.iterations) {
      var source = ValueSource(seed: seeds.next())
      if number % 3 == 2, var draws = candidates.last?.draws, !draws.isEmpty {
        let place = Int(seeds.draw(below: UInt64(draws.count)))
        draws[place] = seeds.bool() ? draws[place] &+ 1 : seeds.next()
        source = ValueSource(replaying: draws)
      }
      let value = generator(&source)
      candidates.append(Candidate(value: value, draws: source.draws))
    }
    return candidates
  }

  /// Returns the outcome of the simplest draws that have one; `outcome` if none are simpler than
  /// the candidate's own.
  func simplest<Outcome>(
    _ outcome: Outcome, _ generator: ((inout ValueSource) -> Value)?,
    _ judge: (Candidate) -> Outcome?
  ) -> Outcome {
    guard let draws, let generator else { return outcome }
    return Shrinking.simplest(of: draws, outcome) { draws in
      var source = ValueSource(replaying: draws)
      let value = generator(&source)
      let outcome = judge(Candidate(value: value, draws: source.draws))
      return outcome.map { (source.draws, $0) }
    }
  }
}

/// Two values that break a law together.
struct Pair<Value> {
  let left: Candidate<Value>
  let right: Candidate<Value>

  var values: [Value] { [left.value, right.value] }
  var draws: [[UInt64]?] { [left.draws, right.draws] }
  var isGenerated: Bool { left.draws != nil && right.draws != nil }
}
