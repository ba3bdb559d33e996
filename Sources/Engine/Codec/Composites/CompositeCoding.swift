package import PersistentObjectsDriver

/// The codec of a value in several columns as the engine calls it, within a store.
///
/// Reading and writing are inlined, so that a client compiles them for the types that it names.
@usableFromInline
package final class CompositeCoding<Value>: CompositeLayout, ValueCoding, @unchecked Sendable {
  // `@unchecked` is safe: nothing changes after `init`.
  @usableFromInline let write: @Sendable (Value, inout FieldWriter) throws -> Void
  @usableFromInline let read: @Sendable (inout FieldReader) throws -> Value
  private let absence: _CompositeFunctions<Value>.Absence?
  @usableFromInline let entries: UnsafeBufferPointer<FieldEntry>

  package init(_ functions: _CompositeFunctions<Value>, in context: FieldContext) throws {
    let fields = try functions.makeFields(context)
    let memory = UnsafeMutableBufferPointer<FieldEntry>.allocate(capacity: fields.count)
    entries = UnsafeBufferPointer(memory)
    (write, read, absence) = (functions.encode, functions.decode, functions.absence)
    try super.init(
      functions.codec, fields, isOptional: functions.absence != nil,
      isToldByCase: context.isToldByCase)
    _ = memory.initialize(from: fields.map(\.coding.entry))
  }

  deinit { entries.deallocate() }

  package var layout: CompositeLayout? { self }

  /// Writes a value to the cells from the writer's position on.
  @inlinable
  package func encode(_ value: Value, into column: inout ColumnWriter) throws {
    if mayBeNil, writesAbsence(of: value, to: column) { return }
    var writer = FieldWriter(column, entries)
    do {
      try write(value, &writer)
    } catch {
      let failure = failure(error, writer.failed)
      column = writer.endRow()
      throw failure
    }
    let count = writer.count
    column = writer.endRow()
    if count != entries.count { throw incomplete(count, "wrote") }
  }

  package func encodeArgument(_ value: Value, into cells: RowBatch, at index: Int) throws {
    var column = ColumnWriter(cells, at: index)
    try encode(value, into: &column)
  }

  /// Reads a value from the cells of a row, from a position on.
  @inlinable
  package func decodeResult(from row: Row, at index: Int) throws -> Value {
    let cells = row.dropping(index)
    if tellingColumn >= 0, case .null = cells[tellingColumn] { return absentValue() }
    var reader = FieldReader(cells, entries)
    let value: Value
    do { value = try read(&reader) } catch { throw failure(error, reader.failed) }
    if reader.next != reader.end { throw incomplete(reader.count, "read") }
    return value
  }

  /// Writes NULL to all columns if a value is nil, and otherwise the column that tells nothing
  /// else.
  @usableFromInline
  func writesAbsence(of value: Value, to column: borrowing ColumnWriter) -> Bool {
    if absence?.isValue(value) == true {
      for index in column.index..<(column.index + width) { column.rows.setNull(at: index) }
      return true
    }
    if hasPresenceColumn { column.rows.set(1 as Int64, at: column.index) }
    return false
  }

  @usableFromInline
  func absentValue() -> Value {
    // Only the layout of an optional has a column that tells.
    absence.unsafelyUnwrapped.value()
  }

  @usableFromInline
  func failure(_ error: any Error, _ field: Int?) -> any Error {
    field.map { FieldFailure(field: fields[$0].name, cause: error) } ?? error
  }

  @usableFromInline
  func incomplete(_ count: Int, _ verb: String) -> CodecError {
    CodecError(
      "the codec '\(codec.identifier)' \(verb) \(count) of its \(fields.count) fields")
  }
}
