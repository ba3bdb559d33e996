import PersistentObjectsInspection
import PersistentObjectsNames

/// Unique names. Case is ignored, as in SQL.
struct LegacyNames: Sendable {
  private var taken: Set<String>

  init(taken: Set<String> = []) { self.taken = taken }

  func isFree(_ name: String) -> Bool { !taken.contains(name.lowercased()) }

  mutating func take(_ name: String) { taken.insert(name.lowercased()) }

  /// Takes and returns the name, or the first free one that has a number after it.
  mutating func newName(_ name: String, where isUsable: (String) -> Bool = { _ in true }) -> String
  {
    var (found, number) = (name, 2)
    while !isFree(found) || !isUsable(found) {
      found = "\(name)\(number)"
      number += 1
    }
    take(found)
    return found
  }

  /// Returns the name, changed if it is reserved or empty.
  static func usable(_ name: String) -> String {
    ReservedNames.isReserved(sqlName: name) || name.isEmpty ? "old_\(name)" : name
  }
}

/// The names of the properties of one class, and those of their columns.
struct LegacyPropertyNames {
  private let className: String
  private let table: String
  private var names = LegacyNames()
  private var columns = LegacyNames(taken: ["pk"])

  init(className: String, table: String) {
    self.className = className
    self.table = table
  }

  mutating func newName(like name: String) -> String {
    let identifier = SwiftName.identifier(like: name, fallback: "property")
    let taken = names
    return names.newName(identifier == "pk" ? "oldPK" : identifier) { [className] in
      // The storage of a property has its name with an underscore.
      !ReservedNames.generatedProperties.contains($0) && $0 != className && taken.isFree("_" + $0)
        && ($0.first != "_" || taken.isFree(String($0.dropFirst())))
    }
  }

  /// Returns the column of a property, or the suffix that its child table's name adds to the
  /// class's table.
  mutating func newColumn(
    of property: String, _ form: LegacyForm, _ tables: inout LegacyNames
  ) -> String {
    let name = LegacyNames.usable(StandardNaming.name(of: property))
    let taken = columns
    let column = columns.newName(name) { [table] in
      switch form {
      // Some references need a second column for the class.
      case .reference: taken.isFree($0 + "_class")
      case .collection, .placed: Self.tables("\(table)_\($0)", form).allSatisfy(tables.isFree)
      case .value: true
      }
    }
    if case .reference = form { columns.take(column + "_class") }
    for name in Self.tables("\(table)_\(column)", form) { tables.take(name) }
    return column
  }

  /// Returns the names of a property's child tables. Nested collections have tables whose names
  /// extend that of the outermost one.
  private static func tables(_ child: String, _ form: LegacyForm) -> [String] {
    (0..<form.depth).map { child + String(repeating: "_elements", count: $0) }
  }
}
