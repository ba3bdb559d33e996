/// A text that equals another only if their bytes are equal. `String` considers composed and
/// decomposed accents equal, and writing one for the other would change the value.
struct ExactText: Hashable {
  private let text: String

  init(_ text: String) { self.text = text }

  static func == (left: ExactText, right: ExactText) -> Bool {
    guard left.text.utf8.count == right.text.utf8.count else { return false }
    var (left, right) = (left.text, right.text)
    return left.withUTF8 { left in
      right.withUTF8 { right in left.elementsEqual(right) }
    }
  }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: .init($0)) }
  }
}
