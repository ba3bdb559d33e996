import PersistentObjectsCodec
import PersistentObjectsConnections
import PersistentObjectsDriver

/// The stored form of elements that are objects of a class and its subclasses, or of any class:
/// references.
final class ReferenceElementBinding<Element>: ElementBinding<Element> {
  private let reference: ReferenceColumns
  private let object: (Element) -> any PersistentObject
  private let cast: (any PersistentObject) -> Element?

  init(
    reference: ReferenceColumns, property: PropertyDescription,
    object: @escaping (Element) -> any PersistentObject,
    cast: @escaping (any PersistentObject) -> Element?
  ) {
    self.reference = reference
    self.object = object
    self.cast = cast
    super.init(columns: reference.elementColumns(of: property))
  }

  override func write(_ element: UnsafePointer<Element>, to column: inout ColumnWriter) throws {
    try reference.encode(object(element.pointee), into: column.rows, at: column.index)
  }

  override func makeRows(
    of parents: ChildParents, on connection: Connection
  ) throws -> ElementRows<Element> { ReferenceRows(reference, cast: cast) }
}

/// The references of the rows read so far, which become objects once all rows were read.
private final class ReferenceRows<Element>: ElementRows<Element> {
  private let reference: ReferenceColumns
  private let cast: (any PersistentObject) -> Element?
  private let keys = ChildMemory<ReferenceKey>()
  private let objects = ChildMemory<AnyObject?>()
  /// The elements, if they are not plain references in memory.
  private let elements = ChildMemory<Element>()
  private let arePlain = MemoryLayout<Element>.size == MemoryLayout<AnyObject?>.size

  init(_ reference: ReferenceColumns, cast: @escaping (any PersistentObject) -> Element?) {
    self.reference = reference
    self.cast = cast
  }

  override func append(_ row: Row, at index: Int) throws {
    guard let (key, entityID) = try reference.decode(from: row, at: index) else {
      throw CodecError("an element's reference is NULL")
    }
    keys.append(ReferenceKey(pk: key, entityID: entityID))
  }

  override func finish(_ session: any ObjectSession) throws {
    let keys = UnsafeBufferPointer(keys.all)
    try objects.append(count: keys.count) { try session.resolve(keys, into: $0) }
    if let position = objects.all.firstIndex(where: { $0 == nil }) {
      let table = reference.directory.entity(id: keys[position].entityID)?.table ?? ""
      throw PersistenceError(
        .danglingReference,
        "an element refers to row \(keys[position].pk) of \(table), which is missing")
    }
    if arePlain { return }
    for object in objects.all {
      guard let object = object as? any PersistentObject, let element = cast(object) else {
        preconditionFailure("a session holds an object whose class is not persistent")
      }
      elements.append(element)
    }
  }

  override func take(_ count: Int, isSparse: inout Bool) -> UnsafeMutablePointer<Element> {
    if !arePlain { return elements.take(count) }
    // All references have the same layout, whatever their class, and none is nil. A key's class is
    // the target or inherits from it.
    return UnsafeMutableRawPointer(objects.take(count)).assumingMemoryBound(to: Element.self)
  }
}
