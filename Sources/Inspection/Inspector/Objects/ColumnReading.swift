package import PersistentObjects
import PersistentObjectsDriver

/// Reads the cells of one recorded column.
package struct ColumnReading {
  /// The table and the column, for errors.
  package let place: SchemaCatalog.ColumnKey
  /// The position of the cell in a row of the whole table.
  package private(set) var position: Int
  /// The name of the column's codec.
  package let codec: String
  private var kind: Kind

  private enum Kind {
    case value(StandardCodec)
    /// A value of any kind, which is its own stored form.
    case stored
    /// A key, with the table of the declared class and the position of the column that names
    /// another.
    case reference(table: String?, classPosition: Int?)
    case unknown
  }

  /// Creates the reading of a column; nil if the column is not recorded, or only stores the class
  /// of the reference beside it.
  package init?(_ table: String, _ column: String, _ catalog: SchemaCatalog) {
    let key = SchemaCatalog.ColumnKey(table: table, column: column)
    let columns = catalog.tables[table]?.columns ?? []
    guard let record = catalog.columns[key], !catalog.isClassColumn(key),
      let position = columns.firstIndex(of: column)
    else { return nil }
    place = key
    self.position = position
    codec = record.codec
    guard CodecIdentifier.isReference(record.codec) else {
      let isStored = record.codec == StandardCodec.storedValue && record.versions == 1...1
      kind = StandardCodec.recorded(record).map(Kind.value) ?? (isStored ? .stored : .unknown)
      return
    }
    let beside = SchemaCatalog.ColumnKey(table: table, column: column + ColumnName.classSuffix)
    kind = .reference(
      table: CodecIdentifier.target(ofReference: record.codec),
      classPosition: catalog.isClassColumn(beside) ? columns.firstIndex(of: beside.column) : nil)
  }

  /// Returns the same column at another position, for the rows of a query; nil for a key that means
  /// nothing without its class, if the rows lack that.
  ///
  /// - Parameter classPosition: the position of the column with the class of a reference.
  func moved(to position: Int, classAt classPosition: Int?) -> ColumnReading? {
    var reading = self
    reading.position = position
    if case .reference(let table, _?) = kind {
      guard let classPosition else { return nil }
      reading.kind = .reference(table: table, classPosition: classPosition)
    }
    return reading
  }

  /// Whether the codec is known, so that cells can be checked.
  var isKnown: Bool {
    if case .unknown = kind { false } else { true }
  }

  package var isReference: Bool {
    if case .reference = kind { true } else { false }
  }

  /// The table of a reference's declared class; nil for a reference to any class, and for a value.
  package var declaredTable: String? {
    if case .reference(let table, _) = kind { table } else { nil }
  }

  /// The position of the column with the table of a reference's target.
  package var classPosition: Int? {
    if case .reference(_, let position) = kind { position } else { nil }
  }

  /// Returns the value in a row of the whole table.
  ///
  /// Throws `decodingFailed`, with table and column, if the codec cannot read the cell.
  package func value(in row: Row) throws -> InspectedValue {
    if row.isNull(at: position) { return .null }
    return try explaining {
      switch kind {
      case .value(let codec): try codec.value(in: row, at: position)
      case .reference(let table, let place): .reference(try reference(row, table, place))
      case .stored, .unknown: .unread(codec: codec, row.value(at: position))
      }
    }
  }

  /// Returns the value in a row of the whole table. One that cannot be read is shown as it is
  /// stored.
  func shownValue(in row: Row) -> InspectedValue {
    (try? value(in: row)) ?? .unread(codec: codec, row.value(at: position))
  }

  /// Returns the stored form in a row of the whole table. One that cannot be read equals only one
  /// with the same contents.
  func comparedForm(in row: Row) -> InspectedValue {
    (try? form(in: row)) ?? .unread(codec: "\(row.kind(at: position))", row.value(at: position))
  }

  /// Returns the stored form in a row of the whole table: a reference, or the value as it is
  /// stored.
  ///
  /// Throws `decodingFailed`, with table and column, if a text is not UTF-8 or a reference is not a
  /// key.
  func form(in row: Row) throws -> InspectedValue {
    if row.isNull(at: position) { return .null }
    return try explaining {
      if case .reference(let table, let place) = kind {
        return .reference(try reference(row, table, place))
      }
      if case .text(let utf8) = row[position] {
        guard let text = String(validating: utf8, as: UTF8.self) else {
          throw CodecError("it is not UTF-8 text")
        }
        return .text(text)
      }
      return InspectedValue(row.value(at: position))
    }
  }

  private func explaining<Value>(_ read: () throws -> Value) throws -> Value {
    do {
      return try read()
    } catch {
      throw PersistenceError(
        .decodingFailed,
        "the stored value cannot be read by the codec '\(codec)': \(PersistenceError.clause(of: error))",
        context: .init(table: place.table, column: place.column), cause: error)
    }
  }

  private func reference(
    _ row: Row, _ declared: String?, _ classPosition: Int?
  ) throws -> ObjectKey {
    guard case .integer(let pk) = row[position] else {
      throw CodecError("a key is an integer, but \(row.kind(at: position)) is stored")
    }
    if let classPosition, case .text(let table) = row.value(at: classPosition) {
      return ObjectKey(table: table, pk: pk)
    }
    guard let declared else { throw CodecError("no class is stored beside the key \(pk)") }
    return ObjectKey(table: declared, pk: pk)
  }
}
