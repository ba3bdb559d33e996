/// Names that mean something else to the macros or in generated code.
package enum ReservedNames {
  /// The names that no class can have.
  package static let classes: Set = layouts.union([
    "Any", "Foundation", "PersistentObject", "PersistentObjects", "Protocol", "Self", "Snapshot",
    "Swift", "Type", "_Index", "_Subclass", "_Value", "init", "self",
  ])

  /// The names that mean the layout of a type in `where Self: _Class`.
  private static let layouts: Set = [
    "_BridgeObject", "_Class", "_NativeClass", "_NativeRefCountedObject", "_RefCountedObject",
    "_Trivial", "_TrivialAtMost", "_TrivialStride",
  ]

  /// The names that a class can have only inside another type.
  package static let scalars: Set = [
    "Bool", "Data", "Date", "Decimal", "Double", "Float", "Int", "Int16", "Int32", "Int64", "Int8",
    "String", "UInt", "UInt16", "UInt32", "UInt64", "UInt8", "URL", "UUID",
  ]

  /// The names that no property can have.
  package static let properties: Set = [
    "PersistentObjects", "Protocol", "Snapshot", "Type", "_Index", "_entity", "_findFirst",
    "_exchangeValue", "_keyPaths", "_main", "_makeEntity", "_object", "_ownEntity",
    "_propertyCount", "_store",
    "_unretainedEntity",
    "hashValue", "inherited", "pk", "self", "snapshot",
  ]

  /// Returns whether the beginning of a table's or a column's name is reserved for SQLite or this
  /// package.
  package static func isReserved(sqlName name: String) -> Bool {
    ["sqlite_", "_persistent"].contains(where: name.lowercased().hasPrefix)
  }
}
