// The stored form of elements that are objects: references.

/// Objects of a class, or of its subclasses.
final class ReferenceElementBinding<Element: PersistentObject>: ElementBinding<Element> {
  private let reference: ReferenceColumns

  init(reference: ReferenceColumns, property: PropertyDescription) {
    self.reference = reference
    super.init(columns: reference.elementColumns(of: property))
  }

  override var isReference: Bool { true }

  override func isAffectedByDeletion(_ element: UnsafePointer<Element>) -> Bool {
    element.pointee._object.phase == .deleted
  }

  override func write(_ element: UnsafePointer<Element>, to column: inout ColumnWriter) throws {
    try reference.encode(element.pointee, into: column.rows, at: column.index)
  }

  override func makeRows(
    of parents: ChildParents, on connection: Connection
  ) throws -> ElementRows<Element> { Rows(reference) }

  private final class Rows: ElementRows<Element> {
    private let keys: ReferenceRows
    private let objects = ChildMemory<AnyObject?>()

    init(_ reference: ReferenceColumns) { keys = ReferenceRows(reference) }

    override func append(_ row: Row, at index: Int) throws {
      try keys.append(row, at: index)
    }

    override func finish(_ owner: ObjectOwner) throws { try keys.resolve(owner, into: objects) }

    override func take(_ count: Int, isSparse: inout Bool) -> UnsafeMutablePointer<Element> {
      // All references have the same layout, whatever their class, and none is nil. A key's class
      // is the target or inherits from it.
      UnsafeMutableRawPointer(objects.take(count)).assumingMemoryBound(to: Element.self)
    }
  }
}

/// Objects of any class.
final class AnyReferenceElementBinding: ElementBinding<any PersistentObject> {
  private let reference: ReferenceColumns

  init(reference: ReferenceColumns, property: PropertyDescription) {
    self.reference = reference
    super.init(columns: reference.elementColumns(of: property))
  }

  override var isReference: Bool { true }

  override func isAffectedByDeletion(_ element: UnsafePointer<any PersistentObject>) -> Bool {
    element.pointee.state == .deleted
  }

  override func write(
    _ element: UnsafePointer<any PersistentObject>, to column: inout ColumnWriter
  ) throws {
    try reference.encode(element.pointee, into: column.rows, at: column.index)
  }

  override func makeRows(
    of parents: ChildParents, on connection: Connection
  ) throws -> ElementRows<any PersistentObject> { Rows(reference) }

  private final class Rows: ElementRows<any PersistentObject> {
    private let keys: ReferenceRows
    private let objects = ChildMemory<any PersistentObject>()

    init(_ reference: ReferenceColumns) { keys = ReferenceRows(reference) }

    override func append(_ row: Row, at index: Int) throws {
      try keys.append(row, at: index)
    }

    override func finish(_ owner: ObjectOwner) throws {
      let found = ChildMemory<AnyObject?>()
      try keys.resolve(owner, into: found)
      for object in found.all {
        guard let object = object as? any PersistentObject else {
          preconditionFailure("a session holds an object of no persistent class")
        }
        objects.append(object)
      }
    }

    override func take(
      _ count: Int, isSparse: inout Bool
    ) -> UnsafeMutablePointer<any PersistentObject> { objects.take(count) }
  }
}

/// A row that an element refers to.
struct ReferenceKey {
  let pk: Int64
  /// The class as ``EntityDescription/id``.
  let entityID: Int32
}

/// The references of the rows read so far.
private final class ReferenceRows {
  private let reference: ReferenceColumns
  private let keys = ChildMemory<ReferenceKey>()

  init(_ reference: ReferenceColumns) { self.reference = reference }

  func append(_ row: Row, at index: Int) throws {
    guard let (key, entityID) = try reference.decode(from: row, at: index) else {
      throw CodecError("an element's reference is NULL")
    }
    keys.append(ReferenceKey(pk: key, entityID: entityID))
  }

  /// Appends the objects in the order of rows, once all rows were read. None of them is nil.
  func resolve(_ owner: ObjectOwner, into objects: ChildMemory<AnyObject?>) throws {
    let keys = UnsafeBufferPointer(keys.all)
    try objects.append(count: keys.count) { try owner.resolve(keys, into: $0) }
    guard let position = objects.all.firstIndex(where: { $0 == nil }) else { return }
    let table = reference.directory.entity(id: keys[position].entityID)?.table ?? ""
    throw PersistenceError(
      .danglingReference,
      "an element refers to row \(keys[position].pk) of \(table), which is missing")
  }
}
