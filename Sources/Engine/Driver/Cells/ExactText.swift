/// A text that is compared byte by byte, as databases and file systems do. Swift takes texts for
/// equal that spell the same characters differently.
package struct ExactText: Hashable {
  private let text: String

  package init(_ text: String) { self.text = text }

  package static func == (one: ExactText, other: ExactText) -> Bool {
    var (one, other) = (one.text, other.text)
    return one.withUTF8 { one in other.withUTF8 { one.count == $0.count && one.elementsEqual($0) } }
  }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
