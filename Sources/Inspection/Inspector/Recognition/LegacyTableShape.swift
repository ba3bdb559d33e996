/// The role of a table of an old file, derived from its columns.
package enum LegacyTableShape: Equatable {
  /// A class, with `pk INTEGER PRIMARY KEY` and a column for each property.
  case objects
  /// The elements of a collection.
  case elements(Elements)
  /// `SQLITESEQUENCE`, the key counters.
  case counters
  /// Any other shape.
  case other

  /// The shape of a collection, by the column beside its elements.
  package enum Elements {
    case array, dictionary, set
  }
}

/// A table in `sqlite_master`, in the order of creation.
package struct LegacyTable {
  package let name: String
  package let columns: [Column]
  package let shape: LegacyTableShape
  /// The table's position among all tables, in the order of creation.
  package let place: Int

  package struct Column: Equatable {
    package let name: String
    package let type: String
    /// The column's position in the primary key, from 1; 0 if it is not part of the key.
    let keyPlace: Int64
    /// Whether the column is computed or hidden.
    package let isHidden: Bool
  }

  init(name: String, columns: [Column], place: Int) {
    self.name = name
    self.columns = columns
    self.place = place
    shape = Self.shape(of: name, columns)
  }

  private static func shape(of name: String, _ columns: [Column]) -> LegacyTableShape {
    let names = Set(columns.map { $0.name.lowercased() })
    if name.uppercased() == "SQLITESEQUENCE" {
      return names.isSuperset(of: ["name", "seq"]) ? .counters : .other
    }
    let keys = columns.filter { $0.keyPlace > 0 }
    if keys.count == 1, let key = keys.first, key.name.lowercased() == "pk",
      key.type.uppercased() == "INTEGER"
    {
      return .objects
    }
    guard names.isSuperset(of: elementColumns) else { return .other }
    let shape = elements(names.subtracting(elementColumns))
    // Sets have no key. Besides, a table with a key might have no row numbers.
    return shape == .elements(.set) && !keys.isEmpty ? .other : shape
  }

  private static let elementColumns: Set<String> = [
    "parent_pk", "fk", "fk_table_name", "object_data", "object_class",
  ]

  private static func elements(_ others: Set<String>) -> LegacyTableShape {
    switch others {
    case []: .elements(.set)
    case ["array_index"]: .elements(.array)
    case ["dictionary_key"]: .elements(.dictionary)
    default: .other
    }
  }

  /// The columns of properties.
  package var properties: [Column] {
    columns.filter { $0.name.lowercased() != "pk" && !$0.isHidden }
  }
}
