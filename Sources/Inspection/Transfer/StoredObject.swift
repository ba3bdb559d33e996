import PersistentObjects

/// An object in stored form: its row and those of its collections.
struct StoredObject: Hashable {
  let key: ObjectKey
  /// The stored forms by property name; a missing one has its default.
  var properties: [String: StoredContent]
}

/// A property in its stored form.
indirect enum StoredContent: Hashable {
  /// The stored form of a codec.
  case value(StoredValue)
  /// An object by its key.
  case reference(ObjectKey)
  /// Elements of an array or a set.
  case list([StoredContent])
  /// Entries of a dictionary.
  case entries([Entry])

  /// The value nil, also for a reference or a collection.
  static var null: StoredContent { .value(.null) }

  struct Entry: Hashable {
    let key: StoredContent
    let value: StoredContent
  }
}
