import PersistentObjectsCodec

/// The laws that need a database.
extension Verifier {
  /// Records values that a file loses or that the database compares differently from Swift, and
  /// returns the others.
  mutating func checkFile(_ candidates: [Candidate<Value>]) throws -> [Candidate<Value>] {
    let table = try VerificationTable(subject.codec)
    let kept = try candidatesKept(by: table, candidates)
    if subject.codec.isSearchable { try checkOrder(kept, table) }
    note(try subject.breachOfNil(table))
    return kept
  }

  private mutating func candidatesKept(
    by table: VerificationTable<Codec>, _ candidates: [Candidate<Value>]
  ) throws -> [Candidate<Value>] {
    let lost = try indicesLost(by: table, candidates.map(\.value))
    guard !lost.isEmpty else { return candidates }
    let subject = subject
    let findings = lost.map { index in
      let value = candidates[index].value
      return Finding(
        culprit: candidates[index],
        breach: subject.breachOfFile(value, table) ?? .fileClosed(Wording.name(value)))
    }
    note(smallest(of: findings) { subject.breachOfFile($0, table) })
    return candidates.indices.filter { !lost.contains($0) }.map { candidates[$0] }
  }

  /// Returns the indices of values that do not come back after the file is closed and reopened.
  private func indicesLost(
    by table: VerificationTable<Codec>, _ values: [Value]
  ) throws -> Set<Int> {
    do {
      try table.insert(values)
    } catch {
      // The database refuses some values: try each one alone.
      return Set(values.indices.filter { subject.breachOfFile(values[$0], table) != nil })
    }
    try table.reopen()
    let back = try table.values()
    return Set(
      values.indices.filter { index in
        guard case .success(let value) = back[index] else { return true }
        return !subject.isKept(values[index], as: value)
      })
  }
}

extension Breach {
  /// Returns the breach of values that were lost together with others, but not alone.
  fileprivate static func fileClosed(_ name: String) -> Breach {
    Breach(
      .file,
      "A value must come back from an SQLite file as it does from memory, but \(name) did not come"
        + " back when the file was closed and opened again.")
  }
}

extension Subject {
  /// Checks that a value comes back from the database when it is stored alone.
  func breachOfFile(_ value: Value, _ table: VerificationTable<Codec>) -> Breach? {
    // Leave out a value that already breaks another law.
    guard breach(value) == nil, let form = try? store(value) else { return nil }
    let found: String
    do {
      let back = try table.roundTrip(value)
      if let back, isKept(value, as: back) { return nil }
      found = "came back as \(back.map { Wording.name($0) } ?? "nothing")."
    } catch { found = "did not: \(Wording.reason(error))" }
    return Breach(
      .file,
      "A value must come back from an SQLite file as it does from memory, but"
        + " \(Wording.name(value)), stored as \(form), \(found)")
  }

  /// Checks that nil is NULL in the database and is read back as nil.
  func breachOfNil(_ table: VerificationTable<Codec>) throws -> Breach? {
    if admitsNull { return nil }
    guard let value = try table.roundTripNil() else { return nil }
    return Breach(
      .null, "OptionalCodec must read NULL as nil, but returned \(Wording.name(value)).")
  }
}
