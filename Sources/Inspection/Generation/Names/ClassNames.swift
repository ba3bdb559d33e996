import PersistentObjectsEngine

/// The Swift names of the classes that a file records. The file has only the last part of a name,
/// so the classes of two tables may have the same name. Besides, another program may have written
/// an invalid one.
struct ClassNames {
  /// The names by table.
  private(set) var names: [String: String] = [:]
  /// The notes on decisions, by table.
  private(set) var notes: [String: [String]] = [:]
  private var taken: Set<String> = []

  init(_ lookup: CatalogLookup) {
    let own = lookup.classTables.map { ($0, Self.identifier(lookup.catalog.className(of: $0))) }
    let counts = Dictionary(own.map { ($0.1, 1) }, uniquingKeysWith: +)
    taken = Set(counts.keys)
    for (table, name) in own {
      let recorded = lookup.catalog.className(of: table)
      if name != recorded { note(table, Self.words(onName: name, insteadOf: recorded)) }
      let isFree = counts[name] == 1 && !StandardType.types.contains(name)
      names[table] = isFree ? name : nested(name, table)
    }
    for table in lookup.missingSuperclasses {
      note(
        table,
        """
        this class is known only by its table, from its subclasses; its own name is not recorded, and \
        its first use creates the table
        """)
      names[table] = outermost(StandardNaming.typeName(of: table), orWith: "Class")
    }
  }

  private static func identifier(_ recorded: String) -> String {
    let name = SwiftName.identifier(like: recorded, fallback: "Class")
    return ReservedNames.classes.contains(name) ? name + "Class" : name
  }

  private static func words(onName name: String, insteadOf recorded: String) -> String {
    """
    the file calls the class \(recorded.swiftLiteral), which cannot be the name of a class in Swift; \
    its first use records \(name)
    """
  }

  /// Returns the name in a scope. If several classes have the same name, all of them are nested: a
  /// class outside could not be named inside the scope of another.
  private mutating func nested(_ name: String, _ table: String) -> String {
    note(table, "other types are also called \(name); files have only the last part of names")
    let scope = StandardNaming.typeName(of: table)
    let isTaken = taken.contains(scope)
    return "\(outermost(isTaken ? scope + "Scope" : scope, orWith: "Scope")).\(name)"
  }

  /// Returns a free name for a type outside all others, where it hides nothing that code needs.
  private mutating func outermost(_ name: String, orWith suffix: String) -> String {
    free(ReservedNames.hasMeaning(outermost: name) ? name + suffix : name)
  }

  private mutating func note(_ table: String, _ text: String) {
    notes[table, default: []].append(text)
  }

  private mutating func free(_ name: String) -> String {
    name.numbered { taken.insert($0).inserted }
  }

  /// Returns a name for another type.
  mutating func newName(_ name: String) -> String { free(name) }
}

/// Names that mean something else to the macros or in generated code.
enum ReservedNames {
  /// The names that no class can have.
  static let classes: Set = layouts.union([
    "Any", "Foundation", "PersistentObject", "PersistentObjects", "Protocol", "Self", "Snapshot",
    "Swift", "Type", "_Index", "_Subclass", "_Value", "init", "self",
  ])

  /// The names that mean the layout of a type in `where Self: _Class`.
  private static let layouts: Set = [
    "_BridgeObject", "_Class", "_NativeClass", "_NativeRefCountedObject", "_RefCountedObject",
    "_Trivial", "_TrivialAtMost", "_TrivialStride",
  ]

  /// The names that a class can have only inside another type.
  static let scalars: Set = [
    "Bool", "Data", "Date", "Decimal", "Double", "Float", "Int", "Int16", "Int32", "Int64", "Int8",
    "String", "UInt", "UInt16", "UInt32", "UInt64", "UInt8", "URL", "UUID",
  ]

  /// Returns whether a name means something else to the macros or in generated code if no other
  /// type surrounds it.
  static func hasMeaning(outermost name: String) -> Bool {
    classes.contains(name) || StandardType.types.contains(name)
  }

  /// The names that no property can have.
  static let properties: Set = [
    "PersistentObjects", "Protocol", "Snapshot", "Type", "_Index", "_entity", "_findFirst",
    "_exchangeValue", "_keyPaths", "_main", "_makeEntity", "_object", "_ownEntity",
    "_propertyCount", "_store",
    "_unretainedEntity",
    "hashValue", "inherited", "pk", "self", "snapshot",
  ]

  /// Returns whether the beginning of a table's or a column's name is reserved for SQLite or this
  /// package.
  static func isReserved(sqlName name: String) -> Bool {
    ["sqlite_", "_persistent"].contains(where: name.lowercased().hasPrefix)
  }
}
