/// A codec with the checks that the engine makes around each call.
@usableFromInline
struct CheckedCodec<Value>: @unchecked Sendable {
  // `@unchecked` is safe: codecs are Sendable, the rest are constants.
  @usableFromInline let codec: any ColumnCodec<Value>
  @usableFromInline let storage: StorageClass
  @usableFromInline let admitsNull: Bool

  init(_ codec: any ColumnCodec<Value>) {
    self.codec = codec
    storage = codec.storage
    admitsNull = Value.self is any ExpressibleByNilLiteral.Type
  }

  /// Writes to the cell that the writer stands at.
  @inlinable
  func encode(_ value: Value, into column: inout ColumnWriter) throws {
    try codec.encode(value, into: &column)
    let kind = column.kind
    if !storage.admits(kind) || (kind == .null && !admitsNull) { throw brokenPromise(kind) }
    // Without a write the cell would keep the value of the row before.
    if kind == .null { column.writeNull() }
  }

  func encode(_ value: Value, into cells: Cells, at index: Int) throws {
    var writer = ColumnWriter(cells, at: index)
    try encode(value, into: &writer)
  }

  func decode(from cells: Cells, at index: Int) throws -> Value {
    // A named reader: handed over unnamed, it crashes the optimizer of Swift 6.3.1.
    let reader = ColumnReader(cells, at: index)
    return try codec.decode(from: reader)
  }

  @usableFromInline
  func brokenPromise(_ kind: StoredKind) -> CodecError {
    CodecError("the codec '\(codec.identifier)' promises \(storage) but wrote \(kind)")
  }

  /// The column that this codec writes.
  func requiredColumn(
    _ name: String, property: String, renamedFrom: String?, defaultValue: Value?
  ) throws -> RequiredColumn {
    let codec = codec
    return RequiredColumn(
      definition: ColumnDefinition(
        name: name, storage: storage,
        defaultValue: try defaultValue.map { try storedDefault($0, property: property) }),
      property: property, renamedFrom: renamedFrom, codec: codec.identifier,
      canRead: { codec.canRead(version: $0) }, admitsNull: admitsNull)
  }

  /// The stored form of a property's default value, which rows get that were there before it.
  private func storedDefault(_ value: Value, property: String) throws -> StoredValue {
    let cells = MemoryCells(count: 1)
    do {
      try encode(value, into: cells, at: 0)
    } catch {
      throw PersistenceError(
        .encodingFailed, "the default value cannot be stored: \(error)",
        context: .init(property: property), cause: error)
    }
    return cells.values[0]
  }
}

/// A value in one column, kept by the object without a slot.
final class ValueBinding<Value>: TypedBinding<Value>, @unchecked Sendable {
  private let codec: CheckedCodec<Value>
  private let rowCodec: RowCodecBox
  private let own: ValueProperty<Value>
  private let column: [RequiredColumn]

  init(
    codec: any ColumnCodec<Value>, property: ValueProperty<Value>, _ context: BindingContext
  ) throws {
    rowCodec = RowCodecBox(codec)
    let codec = CheckedCodec(codec)
    self.codec = codec
    column = [
      try codec.requiredColumn(
        property.column, property: property.name, renamedFrom: property.renamedFrom,
        defaultValue: property.defaultValue?())
    ]
    own = property
    super.init(property: property, context)
  }

  override var rowField: RowField { RowField(position: position, rowCodec) }
  override var columns: [RequiredColumn] { column }
  override var isSearchable: Bool { codec.codec.isSearchable }

  override func codedColumn(_ part: CodedPart) -> CodedColumn? {
    part == .values ? CodedColumn(column: column[0], codec: codec) : nil
  }

  override func encode(_ object: AnyObject, into cells: Cells, at index: Int) throws {
    try codec.encode(own.get(object), into: cells, at: index)
  }

  override func refresh(_ object: AnyObject, from cells: Cells) throws {
    own.set(object, try codec.decode(from: cells, at: position))
  }

  override func encodeArgument(_ value: Value, into cells: Cells, at index: Int) throws {
    try codec.encode(value, into: cells, at: index)
  }

  override func decodeResult(from cells: Cells, at index: Int) throws -> Value {
    try codec.decode(from: cells, at: index)
  }
}

/// A binding of a property that has a slot in the object.
class SlotBinding<Value>: TypedBinding<Value>, @unchecked Sendable {
  let own: SlotProperty<Value>

  init(property: SlotProperty<Value>, _ context: BindingContext) {
    own = property
    super.init(property: property, context)
  }

  /// Reads the slot of an object that is being made of a row.
  func read(from cells: Cells) throws -> _Slot<Value> {
    preconditionFailure("\(Self.self) does not override \(#function)")
  }

  /// Writes a slot to parameters.
  func write(_ slot: _Slot<Value>, into cells: Cells, at index: Int) throws {}

  override func encode(_ object: AnyObject, into cells: Cells, at index: Int) throws {
    try write(own.get(object), into: cells, at: index)
  }

  override func isFault(_ object: AnyObject) -> Bool { own.access.isFault(object) }
}

/// A value of a custom type in one column.
final class ValueSlotBinding<Value>: SlotBinding<Value>, @unchecked Sendable {
  private let codec: CheckedCodec<Value>
  private let rowCodec: RowCodecBox
  private let column: [RequiredColumn]

  init(
    codec: any ColumnCodec<Value>, property: SlotProperty<Value>, _ context: BindingContext
  ) throws {
    rowCodec = RowCodecBox(codec)
    let codec = CheckedCodec(codec)
    self.codec = codec
    column = [
      try codec.requiredColumn(
        property.column, property: property.name, renamedFrom: property.renamedFrom,
        defaultValue: property.defaultValue?())
    ]
    super.init(property: property, context)
  }

  override var rowField: RowField { RowField(position: position, rowCodec) }
  override var columns: [RequiredColumn] { column }
  override var isSearchable: Bool { codec.codec.isSearchable }

  override func codedColumn(_ part: CodedPart) -> CodedColumn? {
    part == .values ? CodedColumn(column: column[0], codec: codec) : nil
  }

  override func read(from cells: Cells) throws -> _Slot<Value> {
    _Slot(try codec.decode(from: cells, at: position))
  }

  override func write(_ slot: _Slot<Value>, into cells: Cells, at index: Int) throws {
    try codec.encode(slot.loaded, into: cells, at: index)
  }

  override func refresh(_ object: AnyObject, from cells: Cells) throws {
    own.set(object, try read(from: cells))
  }

  override func encodeArgument(_ value: Value, into cells: Cells, at index: Int) throws {
    try codec.encode(value, into: cells, at: index)
  }

  override func decodeResult(from cells: Cells, at index: Int) throws -> Value {
    try codec.decode(from: cells, at: index)
  }
}
