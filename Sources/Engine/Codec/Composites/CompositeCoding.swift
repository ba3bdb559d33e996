package import PersistentObjectsDriver

/// The codec of a value in several columns as the engine calls it, within a store.
@usableFromInline
package final class CompositeCoding<Value>: CompositeLayout, ValueCoding, @unchecked Sendable {
  // `@unchecked` is safe: nothing changes after `init`.
  private let functions: CompositeFunctions<Value>
  private let entries: UnsafeMutableBufferPointer<FieldEntry>

  package init(_ functions: CompositeFunctions<Value>, in context: FieldContext) throws {
    self.functions = functions
    let fields = try functions.makeFields(context)
    entries = .allocate(capacity: fields.count)
    try super.init(
      functions.codec, fields, isOptional: functions.absence != nil,
      isToldByCase: context.isToldByCase)
    _ = entries.initialize(from: fields.map(\.coding.entry))
  }

  deinit { entries.deallocate() }

  package var layout: CompositeLayout? { self }

  /// Writes a value to the cells from the writer's position on.
  @usableFromInline
  package func encode(_ value: Value, into column: inout ColumnWriter) throws {
    let first = column.index
    if let absence = functions.absence, absence.isValue(value) {
      for index in first..<(first + width) { column.rows.setNull(at: index) }
      return
    }
    if hasPresenceColumn { column.rows.set(1 as Int64, at: first) }
    var writer = FieldWriter(column.rows, at: first, UnsafeBufferPointer(entries))
    do { try functions.encode(value, &writer) } catch { throw failure(error, writer.current) }
    try requireAll(writer.next, "wrote")
  }

  package func encodeArgument(_ value: Value, into cells: RowBatch, at index: Int) throws {
    var column = ColumnWriter(cells, at: index)
    try encode(value, into: &column)
  }

  /// Reads a value from the cells of a row, from a position on.
  @usableFromInline
  package func decodeResult(from row: Row, at index: Int) throws -> Value {
    if let absence = functions.absence, let presence, row.isNull(at: index + presence) {
      return absence.value()
    }
    var reader = FieldReader(row, at: index, UnsafeBufferPointer(entries))
    let value: Value
    do { value = try functions.decode(&reader) } catch { throw failure(error, reader.current) }
    try requireAll(reader.next, "read")
    return value
  }

  private func failure(_ error: any Error, _ field: Int?) -> any Error {
    field.map { FieldFailure(field: fields[$0].name, cause: error) } ?? error
  }

  private func requireAll(_ count: Int, _ verb: String) throws {
    if count == fields.count { return }
    throw CodecError(
      "the codec '\(codec.identifier)' \(verb) \(count) of its \(fields.count) fields")
  }
}
