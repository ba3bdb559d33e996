package import PersistentObjects

/// An object in its stored form: its row and those of its collections.
package struct StoredObject: Hashable {
  package let key: ObjectKey
  /// The stored forms by property name. A property that is absent has its default.
  package var properties: [String: StoredContent]

  package init(key: ObjectKey, properties: [String: StoredContent]) {
    self.key = key
    self.properties = properties
  }
}

/// A property in its stored form.
package indirect enum StoredContent: Hashable {
  /// A value in the stored form of its codec.
  case value(StoredValue)
  /// A reference to an object, by its key.
  case reference(ObjectKey)
  /// The elements of an array or a set.
  case list([StoredContent])
  /// The entries of a dictionary.
  case entries([Entry])

  /// The form of nil, also for a reference or a collection.
  package static var null: StoredContent { .value(.null) }

  package struct Entry: Hashable {
    package let key: StoredContent
    package let value: StoredContent

    package init(key: StoredContent, value: StoredContent) {
      self.key = key
      self.value = value
    }
  }
}
