import PersistentObjectsCodec

/// One run of the laws in the order of `CodecLaw`. A value that breaks one law is left out of the
/// checks of later ones.
struct Verifier<Codec: ColumnCodec> {
  typealias Value = Codec.Value

  let subject: Subject<Codec>
  let generator: ((inout ValueSource) -> Value)?
  let options: CodecVerification
  private let samples: [Value]
  /// The source of all randomness, except for the values, which the samples must not change.
  var source: ValueSource
  private(set) var breaches: [CodecLaw: Breach] = [:]

  init(
    _ subject: Subject<Codec>, samples: [Value], generator: ((inout ValueSource) -> Value)?,
    options: CodecVerification
  ) {
    self.subject = subject
    self.samples = samples
    self.generator = generator
    self.options = options
    source = ValueSource(seed: ~options.seed)
  }

  /// Throws an error that lists the broken laws.
  nonisolated(nonsending) mutating func run() async throws {
    note(subject.breachOfIdentity())
    let sound = checkValues(Candidate.all(samples, generator, options))
    note(subject.breachOfNull())
    let kept = try checkFile(sound)
    checkForms(kept.compactMap { try? subject.store($0.value) })
    await checkThreads(kept.map(\.value))
    if !breaches.isEmpty { throw error() }
  }

  mutating func note(_ breach: Breach?) {
    if let breach, breaches[breach.law] == nil { breaches[breach.law] = breach }
  }

  private func error() -> CodecVerificationError {
    CodecVerificationError(
      codec: "\(Codec.self)",
      failures: breaches.sorted { $0.key < $1.key }.map {
        CodecVerificationError.Failure(law: $0.key, sentence: $0.value.sentence)
      }, seed: options.seed)
  }

  // MARK: Values

  /// Records the smallest value that breaks each law, and returns the values that break none.
  private mutating func checkValues(_ candidates: [Candidate<Value>]) -> [Candidate<Value>] {
    var findings: [CodecLaw: [Finding<Candidate<Value>>]] = [:]
    var sound: [Candidate<Value>] = []
    for candidate in candidates {
      if let breach = subject.breach(candidate.value) {
        findings[breach.law, default: []].append(Finding(culprit: candidate, breach: breach))
      } else if (try? subject.store(candidate.value)) != nil {
        sound.append(candidate)
      }
    }
    for (law, findings) in findings {
      note(smallest(of: findings) { [subject] in subject.breach($0).only(law) })
    }
    if sound.isEmpty && findings.isEmpty { note(.noValues) }
    return sound
  }

  // MARK: The smallest

  /// Returns the breach by the smallest of values that all break a law. Some of the smallest
  /// generated values are shrunk further.
  func smallest(
    of findings: [Finding<Candidate<Value>>], _ breach: (Value) -> Breach?
  ) -> Breach? {
    let sorted = subject.sorted(findings) { [$0.value] }
    let shrunk = sorted.filter { $0.culprit.draws != nil }.prefix(4).map { finding in
      shrink(finding.culprit, finding) { smaller in
        breach(smaller.value).map { Finding(culprit: smaller, breach: $0) }
      }
    }
    return subject.sorted(sorted.prefix(1) + shrunk) { [$0.value] }.first?.breach
  }

  /// Returns the outcome of the simplest draws that have one; `outcome` if none are simpler than
  /// the candidate's own.
  func shrink<Outcome>(
    _ candidate: Candidate<Value>, _ outcome: Outcome, _ judge: (Candidate<Value>) -> Outcome?
  ) -> Outcome {
    candidate.simplest(outcome, generator, judge)
  }
}

extension Breach? {
  /// Returns the breach, if it breaks this law.
  func only(_ law: CodecLaw) -> Breach? { flatMap { $0.law == law ? $0 : nil } }
}

extension Breach {
  static var noValues: Breach {
    Breach(
      .values,
      "There must be values to check, but there are neither samples nor a generator, or"
        + " encode refuses all of their values, as it may.")
  }
}
