import PersistentObjects
import PersistentObjectsInspection

/// Gathers the contents of the report about a class, except for its sample objects.
struct ClassGathering {
  let model: ClassModel
  let file: InspectedFile
  /// The figures; nil if they could not be read.
  let figures: ClassFigures?
  let indices: ReportIndices

  private var catalog: SchemaCatalog { file.catalog }
  private var tables: [TableFigures] { figures.map { [$0.table] + $0.childTables } ?? [] }

  /// Returns the class with its statistics.
  func shown(_ progress: ReportProgress) throws -> ReportClass {
    let places = catalog.places(of: model.table)
    let columns = places.filter { $0.childTable == nil }.flatMap(columns)
    let scan = try TableScan(model.table, columns.map(\.reading), file, progress)
    var shown = ReportClass(
      name: file.classNames.name(of: model.table), table: model.table, superclass: model.superclass,
      rows: figures?.table.rows ?? scan.rows, bytes: bytes,
      columns: columns.map { column($0.name, $0.reading, scan) })
    shown.remarks = [scan.failure].compactMap(\.self)
    for place in places {
      guard let table = place.childTable else { continue }
      let collection = CollectionGathering(property: place.name, table: table, file: file)
      let (child, remarks) = try collection.shown(progress)
      shown.childTables.append(child)
      shown.remarks += remarks
    }
    shown.indices = ([model.table] + places.compactMap(\.childTable).sorted()).flatMap { table in
      indices.shown(of: table, tables.first { $0.name == table })
    }
    return shown
  }

  /// Returns the columns of a property, with its name or the path to the field in the column.
  private func columns(of place: PropertyPlace) -> [(name: String, reading: ColumnReading)] {
    let leaves = place.composite?.leaves ?? [(path: [], column: place.column)]
    return leaves.compactMap { leaf in
      ColumnReading(model.table, leaf.column, catalog).map {
        (name: ([place.name] + leaf.path).joined(separator: "."), reading: $0)
      }
    }
  }

  private var bytes: Int? {
    let all = tables.map { table in
      table.indices.reduce(table.bytes) { sum, index in sum.map { $0 + (index.bytes ?? 0) } }
    }
    guard !all.isEmpty, !all.contains(nil) else { return nil }
    return all.reduce(0) { $0 + ($1 ?? 0) }
  }

  private func column(
    _ property: String, _ reading: ColumnReading, _ scan: TableScan
  ) -> ReportColumn {
    if let column = foreignColumn(reading, scan) { return column }
    let record = catalog.columns[reading.place]
    return ReportColumn(
      property: property, column: reading.place.column,
      storage: record?.storage.uppercased() ?? "", codec: record?.shownCodec ?? "",
      isText: record?.codec == "text", target: record?.target.map(file.classNames.name),
      deleteRule: record?.shownRule,
      statistics: scan.statistics(of: reading))
  }
}

extension ClassGathering {
  /// Returns a column of another program's table as SQLite has it; nil for a store.
  private func foreignColumn(_ reading: ColumnReading, _ scan: TableScan) -> ReportColumn? {
    guard let schema = file.foreign, let table = schema.table(model.table),
      let record = catalog.columns[reading.place], let column = table.column(record.property)
    else { return nil }
    let key = table.foreignKeys.first {
      $0.columns.contains { $0.foldedName == column.name.foldedName }
    }
    let type = column.declaredType.isEmpty ? "any type" : column.declaredType
    return ReportColumn(
      property: column.name, column: column.name,
      storage: column.keyPlace > 0 ? "primary key" : column.isRequired ? "NOT NULL" : "",
      codec: type, isText: record.storage == "\(StorageClass.text)",
      target: key.flatMap { schema.table($0.target) }.map { file.classNames.name(of: $0.name) },
      deleteRule: key.flatMap { $0.onDelete == "NO ACTION" ? nil : $0.onDelete.lowercased() },
      statistics: scan.statistics(of: reading))
  }
}

extension SchemaCatalog.RecordedColumn {
  /// The codec's name in a report. Standard codecs have only one version, and the class of a
  /// reference is shown elsewhere.
  var shownCodec: String {
    if CodecIdentifier.isReference(codec) {
      return target == nil ? "reference to any" : "reference"
    }
    return StandardCodec.named(codec) == nil ? description : codec
  }

  /// The table of the class that a reference refers to.
  var target: String? {
    CodecIdentifier.isReference(codec) ? CodecIdentifier.target(ofReference: codec) : nil
  }

  fileprivate var shownRule: String? {
    onDelete.map { $0 + (deletesTargets ? ", deletes its target" : "") }
  }
}
