import Foundation
import PersistentObjects
import PersistentObjectsEngine

/// A class of a program, matched with its objects in the old file.
struct LegacyClassMatch {
  let type: any PersistentObject.Type
  let table: LegacyTable
  /// The properties, keyed by the columns of the class's table or the suffixes of its child tables'
  /// names.
  let properties: [String: PropertyDescription]

  /// Creates the match of a class; nil if the file has no table for it, or if the class is abstract
  /// and so has no objects.
  init?(_ type: any PersistentObject.Type, _ layout: LegacyLayout, _ map: LegacyMap) {
    guard !type.entity.isAbstract, let table = Self.table(of: type, layout, map) else { return nil }
    self.type = type
    self.table = table
    let children = layout.elementTables.map(\.name).filter { $0.hasPrefix(table.name + "_") }
    let columns =
      table.properties.map(\.name) + children.map { String($0.dropFirst(table.name.count + 1)) }
    properties = Self.properties(of: type, columns, named: map.names[table.name] ?? [:])
  }

  /// Returns the name of a class without those of the types around it.
  private static func name(of type: any PersistentObject.Type) -> String {
    type.entity.className.split(separator: ".").last.map(String.init) ?? type.entity.className
  }

  private static func table(
    of type: any PersistentObject.Type, _ layout: LegacyLayout, _ map: LegacyMap
  ) -> LegacyTable? {
    let name = name(of: type)
    let given = map.tables[name]
    return layout.objectTables.first { $0.name == given ?? LegacyName.inFile(name) }
  }

  /// Returns the properties by column. A name in the map counts first, then the original's rule,
  /// then the one name that is equal except for `_` and capitals, which Swift writes differently
  /// from Objective-C: `url` for `URL`.
  private static func properties(
    of type: any PersistentObject.Type, _ columns: [String], named names: [String: String]
  ) -> [String: PropertyDescription] {
    var waiting = type.entity.properties.filter { !$0.isEngines }
    var found: [String: PropertyDescription] = [:]
    func match(_ fits: (String, PropertyDescription) -> Bool) {
      for column in columns where found[column] == nil {
        let fitting = waiting.filter { fits(column, $0) }
        guard fitting.count == 1, let property = fitting.first else { continue }
        found[column] = property
        waiting.removeAll { $0 === property }
      }
    }
    match { names[$0] == $1.name }
    match { names[$0] == nil && LegacyName.inFile($1.name) == $0 }
    match { names[$0] == nil && plain($1.name) == plain($0) }
    return found
  }

  private static func plain(_ name: String) -> String {
    name.lowercased().filter { $0 != "_" }
  }
}

extension LegacyClassMatch {
  /// The kinds implied by the types of the properties, for columns whose values would fit several
  /// kinds.
  var kinds: [String: LegacyKind] {
    var kinds: [String: LegacyKind] = [:]
    for column in table.properties {
      guard let property = properties[column.name] else { continue }
      kinds[column.name] = LegacyKind(
        of: property.valueType, in: LegacyColumnAffinity(declaredType: column.type))
    }
    return kinds
  }
}

extension LegacyKind {
  /// Creates the kind that a type implies; nil if the type adds nothing to the column's declared
  /// type.
  fileprivate init?(of type: Any.Type, in affinity: LegacyColumnAffinity) {
    let wrapped = (type as? any LegacyWrapping.Type)?.wrapped ?? type
    switch (affinity, wrapped) {
    case (.text, is String.Type), (.text, is NSString.Type), (.text, is URL.Type): self = .text
    case (.text, is Bool.Type), (.integer, is Bool.Type): self = .boolean
    case (.text, is any BinaryInteger.Type): self = .character
    case (.text, is Data.Type), (.text, is NSData.Type): self = .data
    case (.text, is any PersistentObject.Type): self = .reference
    case (.real, is Date.Type), (.real, is NSDate.Type): self = .date
    case (.real, is NSNumber.Type): self = .number
    default: return nil
    }
  }
}

/// An optional of any type.
private protocol LegacyWrapping {
  static var wrapped: Any.Type { get }
}

extension Optional: LegacyWrapping {
  fileprivate static var wrapped: Any.Type { Wrapped.self }
}
