/// Names that mean something else to the macros or in generated code.
package enum ReservedNames {
  /// The names that no persistent class can have.
  package static let classes: Set = [
    "PersistentObject", "PersistentObjects", "Snapshot", "Swift", "_Index", "_Subclass", "_Value",
  ]

  /// The names that no member of a persistent class can have.
  package static let members: Set = [
    "_entity", "_exchangeValue", "_findFirst", "_Index", "_keyPaths", "_main", "_makeEntity",
    "_object", "_ownEntity", "_propertyCount", "_store", "_unretainedEntity", "pk",
  ]

  /// The names that no persistent property can have, besides those of members: `\Person.self` is
  /// not a property.
  package static let properties: Set = [
    "self", "Type", "Protocol", "hashValue", "PersistentObjects",
  ]

  /// The names that no property of a generated class can have, whatever else the class declares.
  package static let generatedProperties = members.union(properties).union([
    "Snapshot", "inherited", "snapshot",
  ])

  /// The names that no generated class can have, wherever it stands.
  package static let generatedClasses = classes.union(layouts).union([
    "Any", "Foundation", "Protocol", "Self", "Type", "init", "self",
  ])

  /// The names that mean the layout of a type in `where Self: _Class`.
  private static let layouts: Set = [
    "_BridgeObject", "_Class", "_NativeClass", "_NativeRefCountedObject", "_RefCountedObject",
    "_Trivial", "_TrivialAtMost", "_TrivialStride",
  ]

  /// Returns the beginning of a table's or a column's name, in lower case, if it is reserved for
  /// SQLite or this package.
  package static func prefix(ofSQLName name: String) -> String? {
    let folded = name.lowercased()
    return ["sqlite_", "_persistent"].first(where: folded.hasPrefix)
  }

  /// Returns whether the name of a table or a column is reserved for SQLite or this package.
  package static func isReserved(sqlName name: String) -> Bool { prefix(ofSQLName: name) != nil }
}
