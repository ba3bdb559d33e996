/// The place of an encoder or decoder, as a list that grows at its head. Extending it copies
/// nothing; the array that `Codable` needs is made only for errors.
indirect enum CodingPath {
  case root
  case key(any CodingKey, parent: CodingPath)

  /// The keys from the outermost one on.
  var keys: [any CodingKey] {
    var keys: [any CodingKey] = []
    var rest = self
    while case .key(let key, let parent) = rest {
      keys.append(key)
      rest = parent
    }
    return keys.reversed()
  }

  func appending(_ key: any CodingKey) -> CodingPath { .key(key, parent: self) }

  func appending(_ index: Int) -> CodingPath { .key(ArchiveKey(intValue: index), parent: self) }
}

/// A key that no type declares: an index, or `super`.
struct ArchiveKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  static let `super` = ArchiveKey(stringValue: "super")

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = "Index \(intValue)"
    self.intValue = intValue
  }
}
