import PersistentObjects
package import PersistentObjectsDriver

/// A form in which properties are read.
package protocol PropertyForm {
  /// The form of nil.
  static var null: Self { get }
  /// Creates the form of a value or a reference.
  init(_ column: ColumnReading, in row: Row) throws
  /// Creates the form of an array or a set.
  init(elements: [Self])
  /// Creates the form of a dictionary.
  init(entries: [(key: Self, value: Self)])
}

extension InspectedValue: PropertyForm {
  package init(_ column: ColumnReading, in row: Row) throws { self = try column.value(in: row) }
  package init(elements: [InspectedValue]) { self = .list(elements) }
  package init(entries: [(key: InspectedValue, value: InspectedValue)]) {
    self = .entries(entries.map { Entry(key: $0.key, value: $0.value) })
  }
}

extension StoredContent: PropertyForm {
  package init(_ column: ColumnReading, in row: Row) throws { self = try column.form(in: row) }
  package init(elements: [StoredContent]) { self = .list(elements) }
  package init(entries: [(key: StoredContent, value: StoredContent)]) {
    self = .entries(entries.map { Entry(key: $0.key, value: $0.value) })
  }
}
