import PersistentObjects
import PersistentObjectsEngine

/// How the cells of one recorded column are read.
struct ColumnReading {
  /// The table and the column, for errors.
  let place: SchemaCatalog.ColumnKey
  /// Where the cell stands in a row of the whole table.
  let position: Int
  private let codec: String
  private let kind: Kind

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

  /// Whether its codec is one that this program knows, so that cells can be checked.
  var isKnown: Bool {
    if case .unknown = kind { false } else { true }
  }

  var isReference: Bool {
    if case .reference = kind { true } else { false }
  }

  /// The value in a row of the whole table.
  ///
  /// Throws `decodingFailed`, with table and column, where the codec does not read the cell.
  func value(in row: Cells) throws -> InspectedValue {
    if row.isNull(at: position) { return .null }
    do {
      switch kind {
      case .value(let codec): return try codec.value(in: row, at: position)
      case .reference(let table, let place): return try reference(row, table, place)
      case .unknown: return .unread(codec: codec, row.value(at: position))
      }
    } catch {
      throw PersistenceError(
        .decodingFailed,
        "the stored value cannot be read by the codec '\(codec)': \(PersistenceError.clause(of: error))",
        context: .init(table: place.table, column: place.column), cause: error)
    }
  }

  private func reference(
    _ row: Cells, _ declared: String?, _ classPosition: Int?
  ) throws -> InspectedValue {
    guard case .integer(let pk) = row.cell(at: position) else {
      throw CodecError("a key is an integer, and \(row.kind(at: position)) is stored")
    }
    if let classPosition, case .text(let table) = row.value(at: classPosition) {
      return .reference(ObjectKey(table: table, pk: pk))
    }
    guard let declared else { throw CodecError("no class stands beside the key \(pk)") }
    return .reference(ObjectKey(table: declared, pk: pk))
  }
}
