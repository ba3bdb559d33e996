import PersistentObjects

extension StoredValue {
  package var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  package var integer: Int64? {
    if case .integer(let integer) = self { integer } else { nil }
  }
}
