// How elements that are values are stored.

final class ValueElementBinding<Element>: ElementBinding<Element>, @unchecked Sendable {
  private let checked: CheckedCodec<Element>
  private let rowCodec: RowCodecBox

  init(codec: any ColumnCodec<Element>, property: PropertyDescription) throws {
    checked = CheckedCodec(codec)
    rowCodec = RowCodecBox(codec)
    super.init(columns: [
      try checked.requiredColumn(
        ColumnName.value, property: property.name, renamedFrom: nil, defaultValue: nil)
    ])
  }

  override var isSearchable: Bool { checked.codec.isSearchable }
  override var codec: (any CellCodec)? { checked }

  override func write(_ element: UnsafePointer<Element>, to column: inout ColumnWriter) throws {
    try rowCodec.codec(of: Element.self).pointee.encode(element.pointee, into: &column)
  }

  override func decodeResult(from cells: Cells, at index: Int) throws -> Element {
    try checked.decode(from: cells, at: index)
  }

  override func makeRows(
    _ parents: StoredValue, _ connection: Connection
  ) throws -> ElementRows<Element> { Rows(rowCodec) }

  private final class Rows: ElementRows<Element> {
    private let rowCodec: RowCodecBox
    private let codec: UnsafePointer<RowCodec<Element>>
    private let elements = ChildMemory<Element>()

    init(_ rowCodec: RowCodecBox) {
      self.rowCodec = rowCodec
      codec = rowCodec.codec(of: Element.self)
    }

    override func append(from column: borrowing ColumnReader) throws {
      elements.next.initialize(to: try codec.pointee.decode(from: column))
      elements.advance()
    }

    override func take(_ count: Int, isSparse: inout Bool) -> UnsafeMutablePointer<Element> {
      elements.take(count)
    }
  }
}
