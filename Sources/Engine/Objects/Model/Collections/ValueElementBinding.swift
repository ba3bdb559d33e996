// The stored form of elements that are values.

import PersistentObjectsCodec
import PersistentObjectsConnections
import PersistentObjectsDriver
import PersistentObjectsSchema

extension ColumnCodec {
  /// Whether rows may have the stored form of an older version. There is no gap between the
  /// versions that a column may have.
  var readsFormerForms: Bool { identifier.version > 1 && canRead(version: identifier.version - 1) }
}

final class ValueElementBinding<Element>: ElementBinding<Element> {
  private let valueCodec: ValueCodec<Element>

  init(codec: CodecFunctions<Element>, property: PropertyDescription) throws {
    valueCodec = ValueCodec(codec)
    super.init(columns: [
      try valueCodec.requiredColumn(ColumnName.value, property: property.name)
    ])
  }

  override var isSearchable: Bool { valueCodec.codec.isSearchable }
  override var mayHaveFormerForms: Bool { valueCodec.codec.readsFormerForms }
  override var codec: (any ColumnCodec)? { valueCodec.codec }

  override func write(_ element: UnsafePointer<Element>, to column: inout ColumnWriter) throws {
    try valueCodec.encode(element.pointee, into: &column)
  }

  override func decodeResult(from row: Row, at index: Int) throws -> Element {
    try valueCodec.decodeResult(from: row, at: index)
  }

  override func makeRows(
    of parents: ChildParents, on connection: Connection
  ) throws -> ElementRows<Element> { ValueRows(valueCodec) }
}
