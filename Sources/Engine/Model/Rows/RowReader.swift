/// A row from which objects are made: one for all rows of a fetch.
public struct _RowReader: ~Copyable {
  @usableFromInline var column: ColumnReader
  @usableFromInline let fields: UnsafePointer<RowField>
  /// The cells of the current row; nil until one is read.
  @usableFromInline var row: UnsafePointer<Cell>?
  private let source: Source

  /// What keeps the fields.
  private enum Source {
    /// Unretained: whoever reads rows holds the plan, and makes a reader for each find.
    case plan(Unmanaged<EntityPlan>)
    case values(GivenValues, EntityDescription)
  }

  /// A reader of the rows of a statement, which reads the first by ``read(_:)``.
  init(_ statement: Statement, plan: EntityPlan) {
    column = ColumnReader(statement)
    fields = UnsafePointer(plan.rowFields)
    source = .plan(.passUnretained(plan))
  }

  /// Goes to the row at which the statement stands.
  mutating func read(_ statement: Statement) { row = statement.readRow() }

  /// The primary key of the row.
  var pk: Int64 { if case .integer(let pk)? = row?[0] { pk } else { 0 } }

  /// A reader of values that come from elsewhere than a row.
  init(_ values: GivenValues, of entity: EntityDescription) {
    column = ColumnReader(values)
    fields = entity.givenFields.fields
    row = values.row
    source = .values(values, entity)
  }

  /// The value of a plain property, decoded by its codec.
  @inlinable
  public mutating func value<Value>(_ index: Int) throws -> Value {
    if let value = storedValue(Value.self, index) { return value }
    move(to: index)
    do {
      return try decode(Value.self, fields[index].codec)
    } catch {
      throw failure(error, index)
    }
  }

  /// The value of a plain property that may be nil.
  @inlinable
  public mutating func optionalValue<Wrapped>(_ index: Int) throws -> Wrapped? {
    if let value = storedValue(Wrapped.self, index) { return value }
    move(to: index)
    do {
      guard let base = fields[index].base else {
        return try decode(Wrapped?.self, fields[index].codec)
      }
      return column.isNull ? nil : try decode(Wrapped.self, base)
    } catch {
      throw failure(error, index)
    }
  }

  /// What is stored, where that is the value itself; the compiler leaves the case of the type alone.
  /// nil where a codec has to be asked.
  @inlinable
  @inline(__always)
  func storedValue<Value>(_ type: Value.Type, _ index: Int) -> Value? {
    guard fields[index].isAsIs else { return nil }
    // Nobody makes an object before a row was read.
    switch row.unsafelyUnwrapped[fields[index].position] {
    case .integer(let number):
      if type == Int.self { return Int(exactly: number).map { unsafeBitCast($0, to: type) } }
      if type == Int64.self { return unsafeBitCast(number, to: type) }
    case .real(let number):
      if type == Double.self { return unsafeBitCast(number, to: type) }
    case .text(let utf8):
      if type == String.self { return String(stored: utf8).map { unsafeBitCast($0, to: type) } }
    case .null, .blob: break
    }
    return nil
  }

  @inlinable
  mutating func move(to index: Int) {
    let position = fields[index].position
    // Nobody makes an object before a row was read.
    column.move(to: position, row.unsafelyUnwrapped[position])
  }

  /// Decodes what the reader stands at. The type is spelled out by the caller: were it inferred, an
  /// optional might be read by the codec of what is in it.
  @inlinable
  func decode<Value>(_ type: Value.Type, _ codec: UnsafeRawPointer?) throws -> Value {
    // The plan binds each property by the type that the class declares, and this is that class;
    // a plain property has a codec.
    try codec.unsafelyUnwrapped.assumingMemoryBound(to: RowCodec<Value>.self).pointee
      .decode(from: column)
  }

  /// The slot of a property that has one: a value, or a fault.
  @inlinable
  public func slot<Value>(_ index: Int) throws -> _Slot<Value> {
    fields[index].isFault ? .fault : try storedSlot(index)
  }

  @usableFromInline
  func storedSlot<Value>(_ index: Int) throws -> _Slot<Value> {
    do {
      switch source {
      case .plan(let plan):
        // As above.
        let binding = plan.takeUnretainedValue().bindings[index]
        return try unsafeDowncast(binding, to: SlotBinding<Value>.self).read(from: column.cells)
      case .values(let values, _): return _Slot(try values.value(at: index))
      }
    } catch {
      throw failure(error, index)
    }
  }

  @usableFromInline
  func failure(_ error: any Error, _ index: Int) -> PersistenceError {
    switch source {
    case .plan(let plan):
      plan.takeUnretainedValue().bindings[index].decodingFailed(error, pk: pk)
    case .values(_, let entity): entity.valueRefused(error, at: index)
    }
  }
}
