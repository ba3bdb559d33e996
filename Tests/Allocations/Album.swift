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
  /// How many elements each of the collections has.
  static let elementCount = 10

  /// Texts are so short that they take no memory of their own.
  convenience init(number: Int, tracks: [Track], label: Label) {
    let names = (0..<Self.elementCount).map { "\(number) \($0)" }
    self.init(
      number: number, titles: names,
      ratings: Dictionary(uniqueKeysWithValues: names.map { ($0, number) }), tags: Set(names),
      tracks: tracks, label: label)
  }
}

/// What a collection refers to.
@Persistent final class Track {
  var number: Int
}

/// What a property refers to.
@Persistent final class Label {
  var name: String
}
