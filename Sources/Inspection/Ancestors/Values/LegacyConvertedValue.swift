/// A value and the doubts about it.
struct LegacyConvertedValue {
  let value: LegacyValue
  var doubts: [(kind: LegacyDoubt.Kind, words: String)] = []

  init(_ value: LegacyValue) { self.value = value }

  init(_ value: LegacyValue, _ kind: LegacyDoubt.Kind, _ words: String) {
    self.value = value
    doubts = [(kind, words)]
  }
}
