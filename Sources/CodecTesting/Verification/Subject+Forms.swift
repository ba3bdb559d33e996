import PersistentObjectsCodec

/// The laws of decoding, whatever wrote the stored form.
extension Subject {
  /// Checks that NULL is refused, or stored again if it stands for a value.
  func breachOfNull() -> Breach? {
    if admitsNull { return breachOfDamage(.null) }
    guard let value = try? restore(.null) else { return nil }
    return Breach(.null, "decode must throw for NULL, but returned \(Wording.name(value)).")
  }

  /// Checks that a value of a kind that the column does not hold is refused.
  func breachOfOtherKind(_ form: StoredForm) -> Breach? {
    guard let value = try? restore(form) else { return nil }
    return Breach(
      .otherKinds,
      "decode must throw for kinds that storage, \(codec.storage), does not admit,"
        + " but for \(form) it returned \(Wording.name(value)).")
  }

  /// Checks that a decoded value, if there is one, can be stored again.
  ///
  /// - Parameter noted: laws known to be broken; a value that breaks one is ignored.
  func breachOfDamage(_ form: StoredForm, noted: Set<CodecLaw> = []) -> Breach? {
    guard let value = try? restore(form) else { return nil }
    let found: String
    do {
      let cell = try cell(of: value)
      let back = try restore(cell.form)
      if isKept(value, as: back) { return nil }
      found = "stored again as \(cell.form), came back as \(Wording.name(back))."
    } catch { found = "cannot be stored again: \(Wording.reason(error))" }
    if let other = breach(value), noted.contains(other.law) { return nil }
    return Breach(
      .damage,
      "decode must throw for damaged data, or return a value that can be stored, but for"
        + " \(form) it returned \(Wording.name(value)), which \(found)")
  }
}
