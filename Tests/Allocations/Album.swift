import PersistentObjects

/// A class with a collection of each kind, and a reference.
@Persistent final class Album {
  var number: Int
  var titles: [String] = []
  var ratings: [String: Int] = [:]
  var tags: Set<String> = []
  var tracks: [Track] = []
  var label: Label?
}

extension Album {
  /// The number of elements in each of the collections.
  static let elementCount = 10

  /// Makes an album. Its texts are short enough to need no memory of their own.
  convenience init(number: Int, tracks: [Track], label: Label) {
    let names = (0..<Self.elementCount).map { "\(number) \($0)" }
    self.init(
      number: number, titles: names,
      ratings: Dictionary(uniqueKeysWithValues: names.map { ($0, number) }), tags: Set(names),
      tracks: tracks, label: label)
  }
}

/// The target of a collection's references.
@Persistent final class Track {
  var number: Int
}

/// The target of a property's reference.
@Persistent final class Label {
  var name: String
}
