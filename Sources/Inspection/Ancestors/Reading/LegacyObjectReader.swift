import PersistentObjectsInspection

/// Reads the objects of a class.
struct LegacyObjectReader {
  private let type: LegacyClass
  private let rows: LegacyStatement
  private let conversions: [LegacyCellConversion]
  private var children: [LegacyChildReader] = []

  init(
    _ file: LegacyStore, _ type: LegacyClass, _ calendar: LegacyCalendar
  ) throws {
    self.type = type
    let columns = ["pk"] + type.properties.map(\.column)
    rows = try file.database.prepare(
      "SELECT \(columns.map(LegacyName.quoted).joined(separator: ", "))"
        + " FROM \(LegacyName.quoted(type.table)) ORDER BY pk")
    let references = LegacyReferenceCheck(
      file.database, lastKeys: try file.lastKeys(), tables: type.mappedTables)
    let dates = LegacyDateConversion(calendar)
    conversions = type.properties.map {
      LegacyCellConversion(
        kind: $0.kind, affinity: LegacyColumnAffinity(declaredType: $0.declaredType),
        dates: dates, references: references)
    }
    let elements = ElementConversion(dates: dates, references: references)
    for collection in type.collections {
      children.append(try LegacyChildReader(file.database, collection, of: type.table, elements))
    }
  }

  mutating func next() throws -> LegacyObject? {
    guard try rows.step() else { return nil }
    let key = rows.cell(0).integer ?? 0
    var doubts: [LegacyDoubt] = []
    var values: [LegacyValue] = []
    values.reserveCapacity(conversions.count)
    for (index, conversion) in conversions.enumerated() {
      let converted = try conversion.value(rows.cell(index + 1))
      values.append(converted.value)
      doubts += converted.doubts(
        table: type.table, column: type.properties[index].column, key: key)
    }
    var collections: [LegacyValue] = []
    for index in children.indices {
      collections.append(try children[index].elements(of: key, &doubts))
    }
    return LegacyObject(
      table: type.table, key: key, values: values, collections: collections, doubts: doubts)
  }

  /// Reads the remaining rows of child tables.
  mutating func finish() throws -> [LegacyDoubt] {
    var doubts: [LegacyDoubt] = []
    for index in children.indices { doubts += try children[index].finish() }
    return doubts
  }
}

extension LegacyConvertedValue {
  func doubts(table: String, column: String, key: Int64) -> [LegacyDoubt] {
    doubts.map { LegacyDoubt($0.kind, table: table, column: column, key: key, $0.words) }
  }
}
