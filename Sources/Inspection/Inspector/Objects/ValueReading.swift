package import PersistentObjects
import PersistentObjectsDriver

/// Reads the value of a property or an element: from one column, or from several.
package indirect enum ValueReading {
  case column(ColumnReading)
  case composite(CompositeReading)

  /// Creates the reading of a property; nil if its column cannot be read.
  package init?(_ place: PropertyPlace, of table: String, _ catalog: SchemaCatalog) {
    if let composite = place.composite {
      self = .composite(CompositeReading(composite, of: table, catalog))
    } else if let column = ColumnReading(table, place.column, catalog) {
      self = .column(column)
    } else {
      return nil
    }
  }

  /// The readings of all columns.
  package var columns: [ColumnReading] {
    switch self {
    case .column(let column): [column]
    case .composite(let composite): composite.columns
    }
  }

  /// Returns the value in a row of the whole table.
  ///
  /// - Parameter cell: how to read the cells.
  func value(in row: Row, by cell: CellReading) throws -> InspectedValue {
    switch self {
    case .column(let column): try cell(column, row)
    case .composite(let composite): try composite.value(in: row, by: cell)
    }
  }
}

/// Reads a value from several columns.
package struct CompositeReading {
  /// A field, with its name.
  package typealias Field = (name: String, reading: ValueReading)

  /// The columns as they are recorded.
  package let recorded: RecordedComposite
  /// The position of the column that is NULL if and only if the value is nil; nil if it cannot be.
  package let tellingPosition: Int?
  /// The column that only tells whether there is a value; nil if there is none.
  package let presence: ColumnReading?
  /// The name of an enum's case; nil for a struct.
  package let caseName: ColumnReading?
  /// The fields, in the order of their columns. Those of an enum are the values of its cases.
  package let fields: [Field]

  package init(_ composite: RecordedComposite, of table: String, _ catalog: SchemaCatalog) {
    recorded = composite
    tellingPosition = composite.telling.flatMap {
      catalog.tables[table]?.columns.firstIndex(of: $0)
    }
    presence = composite.presenceColumn.flatMap { ColumnReading(table, $0, catalog) }
    caseName = composite.caseColumn.flatMap { ColumnReading(table, $0, catalog) }
    fields = composite.fields.compactMap { field -> Field? in
      switch field.content {
      case .column(let column):
        ColumnReading(table, column, catalog).map { (field.name, .column($0)) }
      case .composite(let inner):
        (field.name, .composite(CompositeReading(inner, of: table, catalog)))
      }
    }
  }

  /// The readings of all columns.
  package var columns: [ColumnReading] {
    [presence, caseName].compactMap(\.self) + fields.flatMap(\.reading.columns)
  }

  /// Whether the value in a row of the whole table is nil.
  package func isNil(in row: Row) -> Bool { tellingPosition.map { row.isNull(at: $0) } ?? false }

  /// Returns the fields that a value in a row of the whole table has. An enum has those of its
  /// case; if that is NULL or none of the enum's, those that are not NULL.
  package func ownFields(in row: Row) -> [Field] {
    guard let caseName, let cases = recorded.cases else { return fields }
    guard let name = (try? caseName.form(in: row))?.text, cases.contains(name) else {
      return fields.filter { !$0.reading.isNull(in: row) }
    }
    let own = recorded.field(ofCase: name)?.name
    return fields.filter { $0.name == own }
  }

  /// Returns the value in a row of the whole table.
  ///
  /// - Parameter cell: how to read the cells.
  func value(in row: Row, by cell: CellReading) throws -> InspectedValue {
    if isNil(in: row) { return .null }
    var shown: [InspectedValue.Field] = []
    if let caseName { shown.append(.init(name: Self.caseField, value: try cell(caseName, row))) }
    for field in ownFields(in: row) {
      let value = try field.reading.value(in: row, by: cell)
      if hasLabels(field) {
        if case .object(_, let labelled) = value { shown += labelled }
      } else {
        shown.append(.init(name: caseName == nil ? field.name : Self.onlyValue, value: value))
      }
    }
    return .object(className: nil, fields: shown)
  }

  /// The name under which an enum has the name of its case.
  package static let caseField = "case"
  /// The name of a value without a label, if it is the only one of its case.
  package static let onlyValue = "_0"

  /// Whether a field has the values of an enum's case by their labels, rather than its only value.
  package func hasLabels(_ field: Field) -> Bool {
    guard caseName != nil, case .composite(let inner) = field.reading else { return false }
    return inner.recorded.embeddableName == field.name
  }
}

extension ValueReading {
  /// Whether all columns are NULL in a row of the whole table.
  fileprivate func isNull(in row: Row) -> Bool {
    columns.allSatisfy { row.isNull(at: $0.position) }
  }
}
