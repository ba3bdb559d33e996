import PersistentObjectsNames

extension PropertyModel {
  /// The column, or the suffix of the name of a collection's table.
  package var columnName: String { column ?? StandardNaming.name(of: name) }

  /// Whether the property has no column and no table of its own.
  package var isDerived: Bool { inverse != nil }

  /// Whether the property is stored in child tables.
  package var hasChildTable: Bool {
    type.isCollection && codec == nil && !type.isBytes && !isDerived
  }
}

extension SwiftType {
  /// Whether the type is `[UInt8]`, which is a single value.
  package var isBytes: Bool { unwrapped == .array(.named("UInt8")) }

  /// Whether the type is a reference to objects of any class, or a collection of such references.
  var isOfAnyObject: Bool { elementName == nil }
}
