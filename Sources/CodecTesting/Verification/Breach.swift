/// A law that a value broke.
struct Breach: Error {
  let law: CodecLaw
  /// A sentence with the law and what broke it.
  let sentence: String

  init(_ law: CodecLaw, _ sentence: String) {
    self.law = law
    self.sentence = sentence
  }
}

extension Breach {
  /// Returns the first law that a value breaks, if any. `check` throws it.
  static func of<Value>(_ value: Value, _ check: (Value) throws -> Void) -> Breach? {
    do {
      try check(value)
      return nil
    } catch let breach as Breach {
      return breach
    } catch {
      return Breach(
        .determinism,
        "A codec must do the same each time, but for \(Wording.name(value)) it threw"
          + " only when asked again: \(Wording.reason(error))")
    }
  }
}
