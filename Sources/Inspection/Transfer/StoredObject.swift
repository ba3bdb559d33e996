import PersistentObjects

/// An object in the forms in which its row and those of its collections are stored.
struct StoredObject: Hashable {
  let key: ObjectKey
  /// By the properties' names; one that is left out has its default.
  var properties: [String: StoredContent]
}

/// A property in the form in which it is stored.
indirect enum StoredContent: Hashable {
  /// What a codec stores.
  case value(StoredValue)
  /// An object by its key.
  case reference(ObjectKey)
  /// Elements of an array or a set.
  case list([StoredContent])
  /// Entries of a dictionary.
  case entries([Entry])

  /// nil: of a value, a reference or a collection.
  static var null: StoredContent { .value(.null) }

  struct Entry: Hashable {
    let key: StoredContent
    let value: StoredContent
  }
}
