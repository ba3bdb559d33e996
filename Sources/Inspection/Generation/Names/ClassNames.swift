import PersistentObjectsInspection
import PersistentObjectsNames

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
      let isFree = counts[name] == 1 && !StandardType.isStandard(name)
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
    return ReservedNames.generatedClasses.contains(name) ? name + "Class" : name
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

  /// Returns a name for a type of values in several columns, which has a recorded one.
  mutating func newName(ofValue recorded: String) -> String {
    outermost(SwiftName.identifier(like: recorded, fallback: "Value"), orWith: "Value")
  }

  /// Returns a name for another type.
  mutating func newName(_ name: String) -> String { free(name) }
}

extension ReservedNames {
  /// Returns whether a name means something else to the macros or in generated code if no other
  /// type surrounds it.
  static func hasMeaning(outermost name: String) -> Bool {
    generatedClasses.contains(name) || StandardType.isStandard(name)
  }
}
