// The stored form of elements that are collections.

final class NestedElementBinding<Inner: CollectionShape>: ElementBinding<Inner.Whole> {
  private let level: ChildLevel<Inner>

  init(level: ChildLevel<Inner>, property: PropertyDescription) {
    self.level = level
    super.init(columns: [
      RequiredColumn(
        definition: ColumnDefinition(name: ColumnName.value, storage: .integer),
        property: property.name, renamedFrom: nil, codec: .presence, canRead: { $0 == 1 },
        admitsNull: true)
    ])
  }

  override var isNested: Bool { true }
  override var tables: [RequiredTable] { level.tables }
  override func leaf(_ outer: ChildTable) -> ChildTable { level.elements.leaf(level.table) }
  override var isSearchable: Bool { level.findsRowsByValue && level.elements.isSearchable }

  override func isAffectedByDeletion(_ element: UnsafePointer<Inner.Whole>) throws -> Bool {
    try level.isAffectedByDeletion(element)
  }

  override func write(_ element: UnsafePointer<Inner.Whole>, to column: inout ColumnWriter) throws {
    if Inner.isNil(element.pointee) { column.writeNull() } else { column.write(1 as Int64) }
  }

  override func writeForm(
    _ element: UnsafePointer<Inner.Whole>, to column: inout ColumnWriter
  ) throws { try level.writeForm(of: element, to: &column) }

  override func insertRows(
    of element: UnsafePointer<Inner.Whole>, under path: ChildPath, by writer: ChildWriter
  ) throws { try level.insert(element, under: path, by: writer) }

  override func updateRows(
    from old: UnsafePointer<Inner.Whole>?, to new: UnsafePointer<Inner.Whole>,
    under path: ChildPath, by writer: ChildWriter, updateRow: () throws -> Void
  ) throws {
    guard let old else {
      try updateRow()
      return try level.rewrite(new, under: path, by: writer)
    }
    if Inner.isNil(old.pointee) != Inner.isNil(new.pointee) { try updateRow() }
    try level.update(from: old, to: new, under: path, by: writer)
  }

  override func makeRows(
    of parents: ChildParents, on connection: Connection
  ) throws -> ElementRows<Inner.Whole> { Rows(try level.makeRows(of: parents, on: connection)) }

  private final class Rows: ElementRows<Inner.Whole> {
    private let inner: ChildRows<Inner>
    private let states = ChildMemory<State>()
    private let wholes = ChildMemory<Inner.Whole>()

    private enum State { case absent, dense, sparse }

    init(_ inner: ChildRows<Inner>) { self.inner = inner }

    override func append(_ row: Row, at index: Int) throws {
      if !row.isNull(at: index) {
        states.append(.dense)
        return try inner.readRun(under: row)
      }
      guard Inner.isOptional else {
        throw CodecError("an element is NULL, but its type is not optional")
      }
      states.append(.absent)
    }

    override func finish(_ owner: ObjectOwner) throws {
      try inner.finish(owner)
      for position in states.all.indices {
        if states.all[position] == .absent {
          if let absent = Inner.absent { wholes.append(absent) }
        } else {
          let (whole, isSparse) = inner.takeWhole()
          wholes.append(whole.move())
          if isSparse { states.all[position] = .sparse }
        }
      }
    }

    override func take(
      _ count: Int, isSparse: inout Bool
    ) -> UnsafeMutablePointer<Inner.Whole> {
      let states = UnsafeBufferPointer(start: states.take(count), count: count)
      if states.contains(.sparse) { isSparse = true }
      return wholes.take(count)
    }
  }
}
