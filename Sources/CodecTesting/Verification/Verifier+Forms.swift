import PersistentObjectsCodec
import PersistentObjectsDriver

/// The laws of decoding: other kinds, beginnings, mutations.
extension Verifier {
  mutating func checkForms(_ forms: [StoredForm]) {
    let others = Self.probes.filter { !isReadable($0.kind) }
    note(smallest(of: others, subject.breachOfOtherKind))
    let readable = Self.probes.filter { isReadable($0.kind) } + damaged(forms)
    let (subject, noted) = (subject, Set(breaches.keys))
    note(smallest(of: readable) { subject.breachOfDamage($0, noted: noted) })
  }

  private func isReadable(_ kind: StoredKind) -> Bool {
    // People also enter doubles as integers.
    let storage = subject.codec.storage
    return storage.admits(kind) || (storage == .real && kind == .integer)
      || options.alsoReads.contains(kind)
  }

  private static var probes: [StoredForm] {
    let values: [StoredValue] = [
      .integer(0), .integer(1), .integer(-1), .integer(.max), .integer(.min), .real(0), .real(1.5),
      .real(-.infinity), .real(1e300), .text(""), .text("0"), .text("1"), .text("a"), .bytes([]),
      .bytes([0]), .bytes([1]), .bytes(Array("1".utf8)),
    ]
    return values.map(StoredForm.init)
  }

  /// Returns damaged forms: all beginnings of the smallest forms, for up to half the number; then
  /// mutations.
  private mutating func damaged(_ forms: [StoredForm]) -> [StoredForm] {
    guard !forms.isEmpty else { return [] }
    var damaged: [StoredForm] = []
    // A set's own order is another one in each run, even with the same seed.
    var known: Set<StoredForm> = []
    let distinct = forms.filter { known.insert($0).inserted }
    for form in distinct.sorted(by: { $0.size < $1.size }) {
      let room = options.mutations / 2 - damaged.count
      guard room > 0 else { break }
      damaged += form.truncated(atMost: room)
    }
    while damaged.count < options.mutations {
      let form = source.element(of: forms).mutated(&source)
      damaged.append(form)
    }
    return damaged
  }

  // MARK: The smallest

  /// Returns the breach by the smallest form, which is shortened and lowered as long as it still
  /// breaks the law.
  private func smallest(
    of forms: [StoredForm], _ breach: (StoredForm) -> Breach?
  ) -> Breach? {
    let findings = forms.compactMap { form in
      breach(form).map { Finding(culprit: form, breach: $0) }
    }
    guard let finding = findings.min(by: { $0.culprit.size < $1.culprit.size }) else { return nil }
    return Shrinking.simplest(of: finding.culprit.draws, finding.breach) { draws in
      breach(finding.culprit.with(draws: draws)).map { (draws, $0) }
    }
  }
}

/// A form as a record of draws, so that it shrinks as values do.
extension StoredForm {
  fileprivate var draws: [UInt64] {
    switch self {
    case .null: []
    // The sign is the lowest bit, so that the lowest draws are the numbers nearest to 0.
    case .integer(let number): [UInt64(bitPattern: number << 1 ^ number >> 63)]
    case .real(let bits): [bits]
    case .text(let bytes), .bytes(let bytes): bytes.map(UInt64.init)
    }
  }

  fileprivate func with(draws: [UInt64]) -> StoredForm {
    switch self {
    case .null: .null
    case .integer:
      .integer(draws.first.map { Int64(bitPattern: $0 >> 1 ^ (0 &- ($0 & 1))) } ?? 0)
    case .real: .real(draws.first ?? 0)
    case .text, .bytes: with(content: draws.map { UInt8(truncatingIfNeeded: $0) })
    }
  }
}
