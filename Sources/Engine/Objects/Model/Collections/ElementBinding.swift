import PersistentObjectsCodec
import PersistentObjectsConnections
import PersistentObjectsDriver
import PersistentObjectsSchema

/// The stored form of elements: their columns in a child table, and how these are written and read.
/// A collection in a collection has a separate table, which ``ChildLevel`` binds, and one column
/// here that says whether it is nil.
class ElementBinding<Element>: ValueCoding {
  let columns: [RequiredColumn]

  init(columns: [RequiredColumn]) { self.columns = columns }

  /// Whether elements are collections with rows of their own.
  var isNested: Bool { false }
  /// The tables of nested collections.
  var tables: [RequiredTable] { [] }
  /// Whether rows of nested collections are deleted together with the objects they refer to.
  var losesRowsWithTargets: Bool { tables.contains(where: \.refersToObjects) }
  /// Whether equal elements have equal stored forms.
  var isSearchable: Bool { true }
  /// Whether rows may have the stored forms of an older version of the codec.
  var mayHaveFormerForms: Bool { false }
  /// The fields of elements in several columns.
  var layout: CompositeLayout? { nil }
  /// The codec of the one column, unless elements are objects or collections.
  var codec: (any ColumnCodec)? { nil }

  /// Writes the columns from the writer's position on.
  func write(_ element: UnsafePointer<Element>, to column: inout ColumnWriter) throws {
    preconditionFailure("\(Self.self) does not override \(#function)")
  }

  /// Writes an element that rows are compared with.
  final func encodeArgument(_ value: Element, into cells: RowBatch, at index: Int) throws {
    var column = ColumnWriter(cells, at: index)
    try withUnsafePointer(to: value) { try write($0, to: &column) }
  }

  /// Reads an element from a result of a query.
  func decodeResult(from row: Row, at index: Int) throws -> Element {
    throw CodecError("an element that is an object or a collection is not a value")
  }

  /// Writes the stored form of everything in an element, from the writer's position on.
  func writeForm(_ element: UnsafePointer<Element>, to column: inout ColumnWriter) throws {
    try write(element, to: &column)
  }

  /// Inserts the rows of an element whose own row is new.
  func insertRows(
    of element: Element, under path: ChildPath, by writer: ChildWriter
  ) throws {}

  /// Writes the difference between two elements that differ; `updateRow` writes the element's own
  /// columns.
  func updateRows(
    from old: Element?, to new: Element, under path: ChildPath, by writer: ChildWriter,
    updateRow: () throws -> Void
  ) throws { try updateRow() }

  /// Makes the object that reads rows one by one and then returns all their elements.
  func makeRows(
    of parents: ChildParents, on connection: Connection
  ) throws -> ElementRows<Element> {
    preconditionFailure("\(Self.self) does not override \(#function)")
  }
}

/// The elements of the rows read so far.
class ElementRows<Element> {
  /// Adds the element that begins at a cell of a row.
  func append(_ row: Row, at index: Int) throws {
    preconditionFailure("\(Self.self) does not override \(#function)")
  }

  /// Whether elements can be taken before ``finish(_:)``.
  var areReadAtOnce: Bool { false }

  /// Finishes after the last row: finds the objects that the rows refer to.
  func finish(_ session: any ObjectSession) throws {}

  /// Takes the next `count` elements in the order of rows. The caller must move them out. Sets
  /// `isSparse` if an array in them has a gap in its rows.
  func take(_ count: Int, isSparse: inout Bool) -> UnsafeMutablePointer<Element> {
    preconditionFailure("\(Self.self) does not override \(#function)")
  }
}
