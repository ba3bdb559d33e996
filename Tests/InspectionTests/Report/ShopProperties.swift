@testable import PersistentObjectsReport

/// The properties of `ShopReport`'s classes.
enum ShopProperties {
  private static let kinds = [
    "text": ("TEXT", "string"), "date": ("REAL", "date-seconds"), "int": ("INTEGER", "int"),
    "double": ("REAL", "double"), "decimal": ("TEXT", "decimal"), "blob": ("BLOB", "data"),
    "bool": ("INTEGER", "bool"),
  ]

  static func add(_ word: String, to declared: inout ReportClass) {
    let parts = word.split(whereSeparator: { ":>*".contains($0) }).map(String.init)
    let name = parts[0].trimmed
    if word.contains("["), word.hasSuffix("[:]") {
      declared.childTables.append(table(word.dropLast(3).description, "dictionary", declared))
    } else if word.hasSuffix("[]") {
      declared.childTables.append(table(name, "array", declared))
    } else if word.hasSuffix("{}") {
      declared.childTables.append(table(name, "set", declared))
    } else if word.contains("*") {
      declared.childTables.append(table(name, "array", declared, target: parts[1]))
    } else if word.contains(">") {
      declared.columns.append(reference(name, to: parts[1]))
    } else {
      declared.columns.append(column(name, kind: parts[1]))
    }
  }

  private static func table(
    _ name: String, _ shape: String, _ declared: ReportClass, target: String? = nil
  ) -> ReportChildTable {
    ReportChildTable(
      property: name, table: declared.table + "_" + name.snakeCased, shape: shape,
      codec: target == nil ? "string" : "reference", target: target, rows: declared.rows * 2,
      statistics: ReportStatistics(
        values: declared.rows * 2, nulls: 0, distinct: .atLeast(1000), least: "alpha",
        greatest: "zulu"))
  }

  private static func reference(_ name: String, to target: String) -> ReportColumn {
    ReportColumn(
      property: name, column: name.snakeCased, storage: "INTEGER", codec: "reference",
      target: target, deleteRule: "nullify")
  }

  private static func column(_ name: String, kind: String) -> ReportColumn {
    let (storage, codec) = kinds[kind] ?? ("TEXT", kind)
    return ReportColumn(
      property: name, column: name.snakeCased, storage: storage, codec: codec)
  }
}

extension ReportColumn {
  /// Whether some objects of the shop have no value.
  var isOptional: Bool { target != nil || codec == "data" || codec == "date-seconds" }
}

extension String {
  /// The name without brackets.
  fileprivate var trimmed: String { String(prefix { !"[]{}".contains($0) }) }
}
