// The stored form of elements that are values, in one column or several.

import PersistentObjectsCodec
import PersistentObjectsConnections
import PersistentObjectsDriver
import PersistentObjectsSchema

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

final class CompositeElementBinding<Element>: ElementBinding<Element> {
  private let coding: CompositeCoding<Element>

  init(
    _ coding: CompositeCoding<Element>, property: PropertyDescription, context: BindingContext
  ) throws {
    self.coding = coding
    let names = CompositeNames(
      property: property.name, prefixes: [], naming: context.entity.type.naming)
    super.init(columns: try coding.requiredColumns(ofElements: names))
  }

  override var isSearchable: Bool { coding.isSearchable }
  override var mayHaveFormerForms: Bool { coding.readsFormerForms }
  override var layout: CompositeLayout? { coding }

  override func write(_ element: UnsafePointer<Element>, to column: inout ColumnWriter) throws {
    try coding.encode(element.pointee, into: &column)
  }

  override func decodeResult(from row: Row, at index: Int) throws -> Element {
    try coding.decodeResult(from: row, at: index)
  }

  override func makeRows(
    of parents: ChildParents, on connection: Connection
  ) throws -> ElementRows<Element> { CompositeRows(coding) }
}
