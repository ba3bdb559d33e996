import Foundation
import PersistentObjects
import PersistentObjectsInspection

/// A class of a program, matched with its objects in the old file.
struct LegacyClassMatch {
  let type: any PersistentObject.Type
  let table: LegacyTable
  let properties: [Place: PropertyDescription]

  /// A place of values. A property that was once a value and once a collection has one of each
  /// kind, with one name.
  struct Place: Hashable {
    /// The column of the class's table, or the suffix of a child table's name.
    let name: String
    let isCollection: Bool
  }

  /// Creates the match of a class; nil if the file has no table for it, or if the class is abstract
  /// and so has no objects.
  init?(_ type: any PersistentObject.Type, _ layout: LegacyLayout, _ map: LegacyMap) {
    guard !type.entity.isAbstract, let table = Self.table(of: type, layout, map) else { return nil }
    self.type = type
    self.table = table
    let children = layout.elementTables.map(\.name).filter { $0.hasPrefix(table.name + "_") }
    let places =
      table.properties.map { Place(name: $0.name, isCollection: false) }
      + children.map {
        Place(name: String($0.dropFirst(table.name.count + 1)), isCollection: true)
      }
    properties = Self.properties(of: type, places, named: map.names[table.name] ?? [:])
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

  /// Returns the properties by place. A name in the map counts first, then the original's rule,
  /// then the one name that is equal except for `_` and capitals, which Swift writes differently
  /// from Objective-C: `url` for `URL`. Of two places with one name, a collection has the child
  /// table.
  private static func properties(
    of type: any PersistentObject.Type, _ places: [Place], named names: [String: String]
  ) -> [Place: PropertyDescription] {
    let twins = Dictionary(grouping: places, by: \.name).filter { $1.count > 1 }
    var waiting = type.entity.properties.filter { !$0.isEngines }
    var found: [Place: PropertyDescription] = [:]
    func match(_ fits: (String, PropertyDescription) -> Bool) {
      for place in places where found[place] == nil {
        let fitting = waiting.filter { property in
          fits(place.name, property)
            && (twins[place.name] == nil
              || LegacyTypedValue.isCollection(property.valueType) == place.isCollection)
        }
        guard fitting.count == 1, let property = fitting.first else { continue }
        found[place] = property
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
      let place = Place(name: column.name, isCollection: false)
      guard let property = properties[place] else { continue }
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
    switch (affinity, LegacyTypedValue.unwrapped(type)) {
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
