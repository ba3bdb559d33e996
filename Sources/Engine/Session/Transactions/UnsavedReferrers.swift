/// The unsaved objects by the objects that they refer to, so that reading an inverse costs the same
/// however many objects are unsaved. The first inverse that is read makes the index, which then
/// learns of each new reference.
///
/// It may have objects that no longer refer to the target, or are no longer unsaved.
struct UnsavedReferrers {
  private struct Entry {
    weak var object: (any PersistentObject)?
  }

  private var entries: [ObjectIdentifier: [Entry]] = [:]
  private var count = 0
  private var limit = 0
  /// The number of enrolled objects that were added.
  private(set) var enrolledCount = 0

  /// Makes an index of new objects, with their references.
  init(_ objects: [any PersistentObject], in owner: ObjectOwner) {
    for object in objects { add(object, in: owner) }
    limit = 2 * count + 64
  }

  /// Adds the objects that were enrolled since the last call, with their references.
  mutating func add(enrolled: [any PersistentObject], in owner: ObjectOwner) {
    let former = count
    for object in enrolled[enrolledCount...] { add(object, in: owner) }
    limit += 2 * (count - former)
    enrolledCount = enrolled.count
  }

  /// Adds an object with its unsaved references.
  mutating func add(_ object: some PersistentObject, in owner: ObjectOwner) {
    let entity = type(of: object)._entity
    if !entity.mayRelateAtAll { return }
    let isNew = object._object.phase == .new
    for index in isNew ? Array(entity.properties.indices) : owner.changedIndices(of: object)
    where entity.properties[index].inverse == nil && entity.relates(index) {
      for target in entity.properties[index].related(of: object, in: owner) {
        add(object, referringTo: target)
      }
    }
  }

  mutating func add(_ object: any PersistentObject, referringTo target: any PersistentObject) {
    entries[ObjectIdentifier(target), default: []].append(Entry(object: object))
    count += 1
  }

  /// Whether so much was added that most of it may be out of date. The index is then made again.
  var isFull: Bool { count > limit }

  /// The objects that may refer to a target.
  func objects(referringTo target: any PersistentObject) -> [any PersistentObject] {
    entries[ObjectIdentifier(target)]?.compactMap(\.object) ?? []
  }
}
