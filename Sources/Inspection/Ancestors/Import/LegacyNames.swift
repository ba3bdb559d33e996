/// Unique names, regardless of case, since SQL ignores it.
struct LegacyNames: Sendable {
  private var taken: Set<String>

  init(taken: Set<String> = []) { self.taken = taken }

  func isFree(_ name: String) -> Bool { !taken.contains(name.lowercased()) }

  mutating func take(_ name: String) { taken.insert(name.lowercased()) }

  /// The name, or the first free one of those with a number after it.
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

  /// A name that is not reserved.
  static func usable(_ name: String) -> String {
    let isReserved = ["sqlite_", "_persistent"].contains { name.lowercased().hasPrefix($0) }
    return isReserved || name.isEmpty ? "old_\(name)" : name
  }
}

/// The names of the properties of one class, and those of their columns.
struct LegacyPropertyNames {
  private let table: String
  private var names = LegacyNames()
  private var columns = LegacyNames(taken: ["pk"])

  init(table: String) { self.table = table }

  mutating func newName(like name: String) -> String {
    let identifier = SwiftName.identifier(like: name, fallback: "property")
    return names.newName(identifier == "pk" ? "oldPK" : identifier)
  }

  /// The column of a property, or the part after the class's table in the name of its child table.
  mutating func newColumn(
    of property: String, _ form: LegacyForm, _ tables: inout LegacyNames
  ) -> String {
    let name = LegacyNames.usable(StandardNaming.name(of: property))
    let taken = columns
    let column = columns.newName(name) { [table] in
      switch form {
      // Some keys have a column for the class beside them.
      case .reference: taken.isFree($0 + "_class")
      case .collection, .placed: Self.isFree("\(table)_\($0)", tables)
      case .value: true
      }
    }
    if case .reference = form { columns.take(column + "_class") }
    if form.isCollection { tables.take("\(table)_\(column)") }
    return column
  }

  /// Whether a child table is free. Collections in collections have tables whose names continue
  /// that of the outermost one.
  private static func isFree(_ child: String, _ tables: LegacyNames) -> Bool {
    (0...5).allSatisfy { tables.isFree(child + String(repeating: "_elements", count: $0)) }
  }
}
