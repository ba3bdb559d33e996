import PersistentObjects

/// An object in its stored form: its row and those of its collections.
struct StoredObject: Hashable {
  let key: ObjectKey
  /// The stored forms by property name. A property that is absent has its default.
  var properties: [String: StoredContent]
}

/// A property in its stored form.
indirect enum StoredContent: Hashable {
  /// A value in the stored form of its codec.
  case value(StoredValue)
  /// A reference to an object, by its key.
  case reference(ObjectKey)
  /// The elements of an array or a set.
  case list([StoredContent])
  /// The entries of a dictionary.
  case entries([Entry])

  /// The form of nil, also for a reference or a collection.
  static var null: StoredContent { .value(.null) }

  struct Entry: Hashable {
    let key: StoredContent
    let value: StoredContent
  }
}
