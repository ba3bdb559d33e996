import PersistentObjects
import PersistentObjectsEngine

/// How the cells of one recorded column are read.
struct ColumnReading {
  /// The table and the column, for errors.
  let place: SchemaCatalog.ColumnKey
  /// Where the cell stands in a row of the whole table.
  private(set) var position: Int
  /// The name of its codec.
  let codec: String
  private var kind: Kind

  private enum Kind {
    case value(StandardCodec)
    /// A key, with the declared class's table and the place of the column that names another.
    case reference(table: String?, classPosition: Int?)
    case unknown
  }

  /// nil where nothing is recorded of the column, or if it only says which class a reference beside it is of.
  init?(_ table: String, _ column: String, _ catalog: SchemaCatalog) {
    let key = SchemaCatalog.ColumnKey(table: table, column: column)
    let columns = catalog.tables[table]?.columns ?? []
    guard let record = catalog.columns[key], !catalog.isClassColumn(key),
      let position = columns.firstIndex(of: column)
    else { return nil }
    place = key
    self.position = position
    codec = record.codec
    guard CodecIdentifier.isReference(record.codec) else {
      kind = StandardCodec.recorded(record).map(Kind.value) ?? .unknown
      return
    }
    let beside = SchemaCatalog.ColumnKey(table: table, column: column + ColumnName.classSuffix)
    kind = .reference(
      table: CodecIdentifier.target(ofReference: record.codec),
      classPosition: catalog.isClassColumn(beside) ? columns.firstIndex(of: beside.column) : nil)
  }

  /// The same column where it stands elsewhere, in a row of a query.
  func moved(to position: Int) -> ColumnReading {
    var reading = self
    reading.position = position
    if case .reference(let table, _) = kind {
      reading.kind = .reference(table: table, classPosition: nil)
    }
    return reading
  }

  /// Whether its codec is one that this program knows, so that cells can be checked.
  var isKnown: Bool {
    if case .unknown = kind { false } else { true }
  }

  var isReference: Bool {
    if case .reference = kind { true } else { false }
  }

  /// The table of the class that a reference is declared to refer to; nil for any, and for a value.
  var declaredTable: String? {
    if case .reference(let table, _) = kind { table } else { nil }
  }

  /// Where the table of the object stands that a reference beside it refers to.
  var classPosition: Int? {
    if case .reference(_, let position) = kind { position } else { nil }
  }

  /// The value in a row of the whole table.
  ///
  /// Throws `decodingFailed`, with table and column, where the codec does not read the cell.
  func value(in row: Cells) throws -> InspectedValue {
    if row.isNull(at: position) { return .null }
    return try explaining {
      switch kind {
      case .value(let codec): try codec.value(in: row, at: position)
      case .reference(let table, let place): .reference(try reference(row, table, place))
      case .unknown: .unread(codec: codec, row.value(at: position))
      }
    }
  }

  /// What is stored in a row of the whole table.
  ///
  /// Throws `decodingFailed`, with table and column, where a text is no UTF-8 or a reference no key.
  func form(in row: Cells) throws -> StoredContent {
    if row.isNull(at: position) { return .null }
    return try explaining {
      if case .reference(let table, let place) = kind {
        return .reference(try reference(row, table, place))
      }
      if case .text(let utf8) = row.cell(at: position) {
        guard let text = String(validating: utf8, as: UTF8.self) else {
          throw CodecError("it is no text in UTF-8")
        }
        return .value(.text(text))
      }
      return .value(row.value(at: position))
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
    _ row: Cells, _ declared: String?, _ classPosition: Int?
  ) throws -> ObjectKey {
    guard case .integer(let pk) = row.cell(at: position) else {
      throw CodecError("a key is an integer, and \(row.kind(at: position)) is stored")
    }
    if let classPosition, case .text(let table) = row.value(at: classPosition) {
      return ObjectKey(table: table, pk: pk)
    }
    guard let declared else { throw CodecError("no class stands beside the key \(pk)") }
    return ObjectKey(table: declared, pk: pk)
  }
}
