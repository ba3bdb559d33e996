import PersistentObjectsCodec

/// The laws of decoding, whatever wrote the fields, and those of two values.
extension CodedComposite {
  /// Checks that a decoded value, if there is one, can be stored again.
  ///
  /// - Parameter noted: laws known to be broken; a value that breaks one is ignored.
  func breachOfDamage(_ forms: [StoredForm], noted: Set<CodecLaw>) -> Breach? {
    guard let value = try? restore(forms) else { return nil }
    let found: String
    do {
      let stored = try store(value)
      let back = try restore(stored)
      if isKept(value, as: back) { return nil }
      found = "stored again as \(name(stored)), came back as \(Wording.name(back))."
    } catch { found = "cannot be stored again: \(Wording.reason(error))" }
    if let other = breach(value), noted.contains(other.law) { return nil }
    return Breach(
      .damage,
      "decode must throw for fields that no value has, or return a value that can be stored, but for"
        + " \(name(forms)) it returned \(Wording.name(value)), which \(found)")
  }

  /// Returns damaged fields: those of two values mixed, or one that is changed or NULL.
  func damaged(
    _ forms: [StoredForm], with others: [StoredForm], _ source: inout ValueSource
  ) -> [StoredForm] {
    var damaged = zip(forms, others).map { source.bool() ? $0 : $1 }
    let place = Int(source.draw(below: UInt64(damaged.count)))
    switch source.draw(below: 3) {
    case 0: damaged[place] = .null
    case 1: damaged[place] = damaged[place].mutated(&source)
    default: break
    }
    return damaged
  }

  /// Checks that equal values have equal fields.
  func breachOfEquality(_ left: Value, _ right: Value) -> Breach? {
    guard coding.isSearchable, subject.isEqual(left, right), let forms = try? store(left),
      let others = try? store(right), !forms.areEqualInSQL(to: others)
    else { return nil }
    return Breach(
      .equality,
      "Equal values must have equal fields, or isSearchable must be false, but"
        + " \(Wording.name(left)), stored as \(name(forms)), equals \(Wording.name(right)), stored as"
        + " \(name(others)).")
  }
}

/// The laws of a codec's own properties.
extension CompositeSubject {
  func breachOfIdentity() -> Breach? {
    let identifier = codec.identifier
    let fault: String? =
      if identifier.name.isEmpty {
        "the name is empty"
      } else if !CodecIdentifier.versions.contains(identifier.version) {
        "the version is \(identifier.version)"
      } else if codec.identifier != identifier {
        "it was \(identifier), then \(codec.identifier)"
      } else if !codec.canRead(version: identifier.version) {
        "canRead(version: \(identifier.version)) is false"
      } else if codec.isSearchable != codec.isSearchable
        || codec.fields.map(\.name) != codec.fields.map(\.name)
      {
        "isSearchable or the names of fields change"
      } else {
        nil
      }
    return fault.map {
      Breach(
        .identity,
        "A codec must have a lasting name and a version from 1 on that it can read, but \($0).")
    }
  }
}
