import PersistentObjects

/// An object whose state and values can be compared with earlier ones.
protocol Portrayed: PersistentObject {
  /// All values, as text; equal values have equal text.
  var values: String { get }
}

extension Portrayed {
  var portrait: String {
    "\(Self.self) \(pk ?? 0) \(state) \(changedProperties) \(values)"
  }
}

extension Author: Portrayed {
  var values: String { name }
}

extension Shelf: Portrayed {
  var values: String { "\(name) \(room) \(books.map(\.title).sorted())" }
}

extension Book: Portrayed {
  var values: String {
    """
    \(title) \(shelf?.name ?? "-") \(author?.name ?? "-") \(pages) \(cover.map { "\($0.count) \($0.first ?? 0)" } ?? "-") \
    \(chapters) \(notes.sorted { $0.key < $1.key }) \(tags.sorted()) \(related.map(\.title))
    """
  }
}

extension Present.Leaflet: Portrayed {
  var values: String { "\(title) \(motto) \(edition) \(readers.sorted())" }
}
