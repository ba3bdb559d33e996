import PersistentObjectsCodec
import PersistentObjectsDriver

/// A value of several columns in a snapshot, coded as an object with the fields that are not nil.
/// An enum has the name of its case as `case`, and the values of that case under its name.
///
/// The codec takes a value apart, and puts it together, through the cells of a row. A field that
/// has no codec of its own is kept beside the row, and coded by its type.
struct CompositeForm<Value> {
  let value: Value
  private let coding: CompositeCoding<Value>

  init(_ value: Value, by functions: _CompositeFunctions<Value>) throws {
    self.value = value
    coding = try Self.coding(functions)
  }

  init(from decoder: any Decoder, by functions: _CompositeFunctions<Value>) throws {
    let coding = try decoder.decoded { try Self.coding(functions) }
    let cells = coding.emptyCells()
    let isNil = try decoder.singleValueContainer().decodeNil()
    if !isNil || coding.presence == nil { try coding.decodeFields(from: decoder, into: cells) }
    value = try decoder.decoded { try coding.decodeResult(from: cells.row, at: 0) }
    self.coding = coding
  }

  private static func coding(
    _ functions: _CompositeFunctions<Value>
  ) throws -> CompositeCoding<Value> {
    let registry = CodecRegistry().withFallback(KeptValues())
    return try CompositeCoding(functions, in: FieldContext(registry, admitsCollections: true))
  }
}

extension CompositeForm: Encodable {
  func encode(to encoder: any Encoder) throws {
    let cells = coding.emptyCells()
    try coding.encodeArgument(value, into: cells, at: 0)
    if let telling = coding.presence, cells.row.isNull(at: telling) {
      var container = encoder.singleValueContainer()
      return try container.encodeNil()
    }
    try FieldsForm(layout: coding, row: cells.row).encode(to: encoder)
  }
}

/// The fields of a value in the cells of a row.
private struct FieldsForm: Encodable {
  let layout: CompositeLayout
  let row: Row

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: SnapshotKey.self)
    for field in layout.fields where !isNil(field) {
      try encode(field, by: field.coding.coding, to: &container)
    }
  }

  private func isNil(_ field: CompositeLayout.Field) -> Bool {
    let start = field.coding.offset
    if let telling = field.coding.coding.layout?.presence { return row.isNull(at: start + telling) }
    return (start..<start + field.coding.width).allSatisfy { row.isNull(at: $0) }
  }

  private func encode<Coding: ValueCoding>(
    _ field: CompositeLayout.Field, by coding: Coding,
    to container: inout KeyedEncodingContainer<SnapshotKey>
  ) throws {
    let key = SnapshotKey(field.name)
    let start = field.coding.offset
    if field.isCodedByType(Coding.Value.self) {
      let value = try coding.decodeResult(from: row, at: start)
      try container.encode(FieldForm(value: value), forKey: key)
    } else if let inner = coding.layout {
      try container.encode(FieldsForm(layout: inner, row: row.dropping(start)), forKey: key)
    } else {
      try container.encode(StoredField(value: row.value(at: start)), forKey: key)
    }
  }
}

extension CompositeLayout {
  /// Returns the cells of a value that is nil.
  fileprivate func emptyCells() -> RowBatch {
    let cells = RowBatch(width: width)
    for index in 0..<width { cells.setNull(at: index) }
    return cells
  }

  /// Decodes the fields into the cells of a row. A field that is missing has its default, or is
  /// nil.
  fileprivate func decodeFields(from decoder: any Decoder, into cells: RowBatch) throws {
    let container = try decoder.container(keyedBy: SnapshotKey.self)
    if hasPresenceColumn { cells.set(1 as Int64, at: 0) }
    for field in fields {
      let key = SnapshotKey(field.name)
      if try container.contains(key) && !container.decodeNil(forKey: key) {
        try decode(field, by: field.coding.coding, container.superDecoder(forKey: key), cells)
      } else {
        try setMissing(field, key, container, cells)
      }
    }
  }

  private func decode<Coding: ValueCoding>(
    _ field: Field, by coding: Coding, _ decoder: any Decoder, _ cells: RowBatch
  ) throws {
    let start = field.coding.offset
    if field.isCodedByType(Coding.Value.self) {
      let value = try FieldForm<Coding.Value>(from: decoder).value
      try decoder.decoded { try coding.encodeArgument(value, into: cells, at: start) }
    } else if let inner = coding.layout {
      let own = inner.emptyCells()
      try inner.decodeFields(from: decoder, into: own)
      for index in 0..<inner.width { cells.copy(own.row[index], to: start + index) }
    } else {
      let storage = columns[start].codec?.storage ?? .any
      cells.set(try decoder.storedValue(storage), at: start)
    }
  }

  private func setMissing(
    _ field: Field, _ key: SnapshotKey, _ container: KeyedDecodingContainer<SnapshotKey>,
    _ cells: RowBatch
  ) throws {
    for (index, column) in field.coding.columns.enumerated() {
      if let writeDefault = column.defaultValue {
        try writeDefault(cells, field.coding.offset + index)
      } else if !column.admitsNull() {
        throw DecodingError.keyNotFound(
          key,
          .init(
            codingPath: container.codingPath,
            debugDescription: "there is no value of the field \(field.name)"))
      }
    }
  }
}

extension CompositeLayout.Field {
  /// Whether the field's type says how to code it: it is `Codable`, or no codec was named for it.
  fileprivate func isCodedByType<Value>(_ type: Value.Type) -> Bool {
    guard let codec = coding.columns.first?.codec, coding.width == 1 else {
      return type is any (Encodable & Decodable).Type
    }
    if codec.identifier.cases != nil { return false }
    return type is any (Encodable & Decodable).Type || codec.identifier == KeptValues.identifier
  }
}

/// Values that have no codec, while the value that has them is taken apart or put together: a cell
/// has the position of its value.
private final class KeptValues: CodecProvider, @unchecked Sendable {
  // `@unchecked` is safe: it is used within one call.
  static let identifier = CodecIdentifier("kept")
  private var values: [Any] = []

  func codec<Value>(
    for type: Value.Type, in registry: CodecRegistry
  ) -> (any ColumnCodec<Value>)? { Codec<Value>(kept: self) }

  private struct Codec<Value>: ColumnCodec {
    let kept: KeptValues
    let storage = StorageClass.integer
    var identifier: CodecIdentifier { KeptValues.identifier }

    func encode(_ value: Value, into column: inout ColumnWriter) throws {
      column.write(Int64(kept.values.count))
      kept.values.append(value)
    }

    func decode(from column: borrowing ColumnReader) throws -> Value {
      let position = Int(try column.integer())
      guard kept.values.indices.contains(position), let value = kept.values[position] as? Value
      else { throw CodecError("there is no value at position \(position)") }
      return value
    }
  }
}
