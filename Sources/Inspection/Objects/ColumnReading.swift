import PersistentObjects
import PersistentObjectsEngine

/// How the cells of one recorded column are read.
struct ColumnReading {
  /// The table and the column, for errors.
  let place: SchemaCatalog.ColumnKey
  private let codec: String
  private let kind: Kind

  private enum Kind {
    case value(StandardCodec)
    case reference(table: String?)
    case unknown
  }

  init(_ column: SchemaCatalog.RecordedColumn, at place: SchemaCatalog.ColumnKey) {
    self.place = place
    codec = column.codec
    if CodecIdentifier.isReference(column.codec) {
      kind = .reference(table: CodecIdentifier.target(ofReference: column.codec))
    } else {
      // All standard codecs are in their first version.
      let known = column.versions == 1...1 ? StandardCodec.named(column.codec) : nil
      kind = known.map(Kind.value) ?? .unknown
    }
  }

  /// Whether its codec is one that this program knows, so that cells can be checked.
  var isKnown: Bool {
    if case .unknown = kind { false } else { true }
  }

  /// The value of a cell. `className` is what the column beside a reference holds.
  ///
  /// Throws `decodingFailed`, with table and column, where the codec does not read the cell.
  func value(of cell: StoredValue, className: StoredValue = .null) throws -> InspectedValue {
    if cell == .null { return .null }
    do {
      switch kind {
      case .value(let codec): return try codec.value(of: cell)
      case .reference(let table): return try reference(cell, className, table)
      case .unknown: return .unread(codec: codec, cell)
      }
    } catch {
      throw PersistenceError(
        .decodingFailed,
        "the stored value cannot be read by the codec '\(codec)': \(PersistenceError.clause(of: error))",
        context: .init(table: place.table, column: place.column), cause: error)
    }
  }

  private func reference(
    _ cell: StoredValue, _ className: StoredValue, _ declared: String?
  ) throws -> InspectedValue {
    guard case .integer(let pk) = cell else {
      throw CodecError("a key is an integer, and \(cell.kind) is stored")
    }
    if case .text(let table) = className {
      return .reference(ObjectKey(table: table, pk: pk))
    }
    guard let declared else { throw CodecError("no class stands beside the key \(pk)") }
    return .reference(ObjectKey(table: declared, pk: pk))
  }
}
