/// An object in its stored form: its row and those of its collections. See
/// ``ColumnReading/form(in:)``.
package struct StoredObject: Hashable {
  package let key: ObjectKey
  /// The stored forms by property name. A property that is absent has its default.
  package var properties: [String: InspectedValue]

  package init(key: ObjectKey, properties: [String: InspectedValue]) {
    self.key = key
    self.properties = properties
  }
}
