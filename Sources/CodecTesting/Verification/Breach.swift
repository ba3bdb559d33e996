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
