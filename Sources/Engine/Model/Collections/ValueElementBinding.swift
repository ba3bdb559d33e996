// The stored form of elements that are values.

final class ValueElementBinding<Element>: ElementBinding<Element>, @unchecked Sendable {
  private let checked: CheckedCodec<Element>
  private let elementCodec: ElementCodec<Element>

  init(codec: any ColumnCodec<Element>, property: PropertyDescription) throws {
    checked = CheckedCodec(codec)
    elementCodec = .of(codec)
    super.init(columns: [
      try checked.requiredColumn(
        ColumnName.value, property: property.name, renamedFrom: nil, defaultValue: nil)
    ])
  }

  override var isSearchable: Bool { checked.codec.isSearchable }
  override var codec: (any CellCodec)? { checked }

  override func write(_ element: UnsafePointer<Element>, to column: inout ColumnWriter) throws {
    try elementCodec.encode(element, into: &column)
  }

  override func decodeResult(from row: Row, at index: Int) throws -> Element {
    try checked.decode(from: row, at: index)
  }

  override func makeRows(
    _ parents: ChildParents, _ connection: Connection
  ) throws -> ElementRows<Element> { elementCodec.makeRows() }
}
