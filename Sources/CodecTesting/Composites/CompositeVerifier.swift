import PersistentObjectsCodec

/// One run of the laws of a codec of several columns, in the order of `CodecLaw`. A value that
/// breaks one law is left out of the checks of later ones.
struct CompositeVerifier<Codec: CompositeCodec> {
  typealias Value = Codec.Value

  private let subject: CompositeSubject<Codec>
  private let generator: ((inout ValueSource) -> Value)?
  private let options: CodecVerification
  private let samples: [Value]
  /// The source of all randomness, except for the values, which the samples must not change.
  private var source: ValueSource
  private var breaches: [CodecLaw: Breach] = [:]

  init(
    _ subject: CompositeSubject<Codec>, samples: [Value],
    generator: ((inout ValueSource) -> Value)?, options: CodecVerification
  ) {
    self.subject = subject
    self.samples = samples
    self.generator = generator
    self.options = options
    source = ValueSource(seed: ~options.seed)
  }

  /// Throws an error that lists the broken laws.
  mutating func run() throws {
    note(subject.breachOfIdentity())
    do {
      let coded = try subject.coded()
      let sound = checkValues(coded)
      checkPairs(sound, coded)
      checkDamage(sound.compactMap { try? coded.store($0.value) }, coded)
    } catch {
      note(
        Breach(
          .fields,
          "Each field must have a name of its own and a codec, but: \(Wording.reason(error))"))
    }
    if !breaches.isEmpty { throw error() }
  }

  private mutating func note(_ breach: Breach?) {
    if let breach, breaches[breach.law] == nil { breaches[breach.law] = breach }
  }

  private func error() -> CodecVerificationError {
    CodecVerificationError(
      codec: "\(Codec.self)",
      failures: breaches.sorted { $0.key < $1.key }.map {
        CodecVerificationError.Failure(law: $0.key, sentence: $0.value.sentence)
      }, seed: options.seed, laws: "CompositeCodec")
  }

  // MARK: Values

  /// Records the smallest value that breaks each law, and returns the values that break none.
  private mutating func checkValues(_ coded: CodedComposite<Codec>) -> [Candidate<Value>] {
    var findings: [CodecLaw: [Finding<Candidate<Value>>]] = [:]
    var sound: [Candidate<Value>] = []
    for candidate in Candidate.all(samples, generator, options) {
      if let breach = coded.breach(candidate.value) {
        findings[breach.law, default: []].append(Finding(culprit: candidate, breach: breach))
      } else if (try? coded.store(candidate.value)) != nil {
        sound.append(candidate)
      }
    }
    for findings in findings.values { note(smallest(of: findings, coded)) }
    if sound.isEmpty && findings.isEmpty { note(.noValues) }
    return sound
  }

  /// Returns the breach by the smallest of values that all break a law. Some of the smallest
  /// generated values are shrunk further.
  private func smallest(
    of findings: [Finding<Candidate<Value>>], _ coded: CodedComposite<Codec>
  ) -> Breach? {
    let sorted = findings.sorted {
      coded.smallness($0.culprit.value) < coded.smallness($1.culprit.value)
    }
    let shrunk = sorted.filter { $0.culprit.draws != nil }.prefix(4).map { finding in
      finding.culprit.simplest(finding, generator) { smaller in
        coded.breach(smaller.value).only(finding.breach.law).map {
          Finding(culprit: smaller, breach: $0)
        }
      }
    }
    return (sorted.prefix(1) + shrunk).min {
      coded.smallness($0.culprit.value) < coded.smallness($1.culprit.value)
    }?.breach
  }

  // MARK: Pairs and damage

  /// Compares each value with those that follow it, which may differ in one draw, and with some
  /// others.
  private mutating func checkPairs(
    _ candidates: [Candidate<Value>], _ coded: CodedComposite<Codec>
  ) {
    for (index, candidate) in candidates.enumerated() {
      let near = candidates[index...].prefix(4)
      let far = (0..<4).map { _ in source.element(of: candidates) }
      for other in near + far {
        note(coded.breachOfEquality(candidate.value, other.value))
      }
    }
  }

  private mutating func checkDamage(_ forms: [[StoredForm]], _ coded: CodedComposite<Codec>) {
    guard !forms.isEmpty else { return }
    let noted = Set(breaches.keys)
    for _ in 0..<max(0, options.mutations) where breaches[.damage] == nil {
      let damaged = coded.damaged(
        source.element(of: forms), with: source.element(of: forms), &source)
      note(coded.breachOfDamage(damaged, noted: noted))
    }
  }
}
