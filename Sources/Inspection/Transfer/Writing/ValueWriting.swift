import PersistentObjects
import PersistentObjectsInspection

/// Writes a property or an element to the cells of a row: to one, or to several.
enum ValueWriting {
  case column(ColumnWriting)
  case composite(CompositeWriting)

  /// Creates the writing of a property; nil if its column is not recorded.
  init?(_ place: PropertyPlace, of table: String, _ catalog: SchemaCatalog) {
    guard let reading = ValueReading(place, of: table, catalog) else { return nil }
    self.init(property: place.name, reading, catalog)
  }

  init(property: String, _ reading: ValueReading, _ catalog: SchemaCatalog) {
    switch reading {
    case .column(let column):
      self = .column(ColumnWriting(property: property, column, catalog))
    case .composite(let composite):
      self = .composite(CompositeWriting(property: property, composite, catalog))
    }
  }

  var property: String {
    switch self {
    case .column(let column): column.property
    case .composite(let composite): composite.property
    }
  }

  /// The columns that are written.
  var columns: [ColumnWriting] {
    switch self {
    case .column(let column): [column]
    case .composite(let composite): composite.columns
    }
  }

  /// Writes a stored form to the cells. Throws `invalidValues` if the columns cannot hold it.
  func write(_ form: InspectedValue, to cells: inout [StoredValue]) throws {
    switch self {
    case .column(let column): try column.write(form, to: &cells)
    case .composite(let composite): try composite.write(form, to: &cells)
    }
  }
}

/// Writes a value to several cells of a row.
struct CompositeWriting {
  let property: String
  private let reading: CompositeReading
  private let presence: ColumnWriting?
  private let caseName: ColumnWriting?
  private let fields: [Field]

  private struct Field {
    let name: String
    let writing: ValueWriting
    /// Whether the values of an enum's case have labels.
    let hasLabels: Bool
  }

  init(property: String, _ reading: CompositeReading, _ catalog: SchemaCatalog) {
    self.property = property
    self.reading = reading
    presence = reading.presence.map { ColumnWriting(property: property, $0, catalog) }
    caseName = reading.caseName.map { ColumnWriting(property: property, $0, catalog) }
    fields = reading.fields.map { field in
      let path = "\(property).\(field.name)"
      let writing: ValueWriting =
        switch field.reading {
        case .column(let column): .column(ColumnWriting(property: path, column, catalog))
        case .composite(let inner):
          .composite(CompositeWriting(property: path, inner, catalog))
        }
      return Field(name: field.name, writing: writing, hasLabels: reading.hasLabels(field))
    }
  }

  /// The columns that are written.
  var columns: [ColumnWriting] {
    [presence, caseName].compactMap(\.self) + fields.flatMap(\.writing.columns)
  }

  /// Writes a stored form to the cells. A field that the form lacks is NULL.
  ///
  /// Throws `invalidValues` if the columns cannot hold the form, or if it is nil by the column that
  /// tells, though it is a value.
  func write(_ form: InspectedValue, to cells: inout [StoredValue]) throws {
    for column in columns { try column.write(.null, to: &cells) }
    if form == .null, reading.tellingPosition != nil { return }
    guard case .object(_, let values) = form else {
      throw invalid("it holds a value with fields: {\"fields\": {…}}")
    }
    try presence?.write(.integer(1), to: &cells)
    if let caseName {
      try write(values, of: caseName, to: &cells)
    } else {
      try write(values, to: &cells)
    }
    if let position = reading.tellingPosition, cells[position] == .null {
      throw invalid("a value needs its field in \(reading.recorded.telling ?? ""), which is NULL")
    }
  }

  private func write(
    _ values: [InspectedValue.Field], to cells: inout [StoredValue]
  ) throws {
    for value in values {
      guard let field = fields.first(where: { $0.name == value.name }) else {
        throw unknown(value.name)
      }
      try field.writing.write(value.value, to: &cells)
    }
  }

  /// Writes a case of an enum and its values.
  private func write(
    _ values: [InspectedValue.Field], of caseName: ColumnWriting, to cells: inout [StoredValue]
  ) throws {
    guard let name = values.first, name.name == CompositeReading.caseField else {
      throw invalid("an enum begins with the name of its case: {\"fields\": {\"case\": …}}")
    }
    try caseName.write(name.value, to: &cells)
    let rest = Array(values.dropFirst())
    let own = name.value.text.flatMap { reading.recorded.field(ofCase: $0) }?.name
    guard let field = fields.first(where: { $0.name == own }) else {
      if let other = rest.first { throw unknown(other.name) }
      return
    }
    if field.hasLabels {
      return try field.writing.write(.object(className: nil, fields: rest), to: &cells)
    }
    for value in rest {
      guard value.name == CompositeReading.onlyValue else { throw unknown(value.name) }
      try field.writing.write(value.value, to: &cells)
    }
  }

  private func unknown(_ name: String) -> PersistenceError {
    let known = fields.map(\.name).joined(separator: ", ")
    return invalid("there is no field '\(name)'; there are \(known)")
  }

  private func invalid(_ message: String) -> PersistenceError {
    PersistenceError(.invalidValues, message, context: .init(property: property))
  }
}
