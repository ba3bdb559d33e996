/// The unsaved objects by the objects that they refer to, so that reading an inverse costs the same
/// however many objects are unsaved. The first inverse that is read makes the index, which then
/// learns of each new reference: of new objects at once, of changed ones before the next inverse is
/// read.
///
/// It may have objects that no longer refer to the target, or are no longer unsaved.
struct UnsavedReferrers {
  private struct Entry {
    weak var object: (any PersistentObject)?
  }

  private var entries: [ObjectIdentifier: [Entry]] = [:]
  /// The objects whose references were not read, by the rows that they refer to.
  private var entriesByKey: [ReferenceKey: [Entry]] = [:]
  /// The objects with collections that were being changed in place. They may refer to any target.
  private var entriesOfLent: [Entry] = []
  private var count = 0
  private var limit = Int.max
  /// The number of enrolled objects that were added.
  private var enrolledCount = 0
  /// The transaction level in which the index was made; 0 for none. If that is undone, references
  /// that the index does not know may come back.
  let level: UInt32

  /// Makes an index of new objects and of enrolled ones, with their references.
  init(
    _ new: [any PersistentObject], enrolled: [any PersistentObject], in session: any ObjectSession
  ) {
    level = session.tracker.level
    for object in new { add(object, in: session) }
    add(enrolled: enrolled, in: session)
    limit = 2 * count + 64
  }

  /// Adds the objects that were enrolled since the last call, with their references.
  mutating func add(enrolled: [any PersistentObject], in session: any ObjectSession) {
    for object in enrolled[enrolledCount...] { add(object, in: session) }
    enrolledCount = enrolled.count
  }

  /// Notes that the list of enrolled objects was cleaned up. Returns false if the index has to be
  /// made again: some of the objects may not have been added, or most of it is out of date.
  ///
  /// - Parameter newCount: about the number of new objects besides.
  mutating func didTidy(from former: Int, to rest: Int, _ newCount: Int) -> Bool {
    defer { enrolledCount = rest }
    return (enrolledCount == former || rest == 0) && count <= 64 + 4 * (rest + newCount)
  }

  /// Adds an object with its unsaved collections and its references. Others may have saved the row
  /// with another reference, which the object does not show as long as anything of it is unsaved.
  mutating func add(_ object: some PersistentObject, in session: any ObjectSession) {
    let entity = type(of: object)._entity
    if !entity.mayRelateAtAll { return }
    let isNew = object._object.phase == .new
    let changed = session.tracker.changes(of: object)
    for (index, property) in entity.properties.enumerated()
    where entity.relates(index) && (isNew || !property.isCollection || changed.contains(index)) {
      if let property = property.referring, property.asDerived == nil {
        add(object, at: property, in: session)
      }
    }
  }

  /// Adds an object with one of its properties.
  private mutating func add(
    _ object: some PersistentObject, at property: any ReferringProperty,
    in session: any ObjectSession
  ) {
    if property.isLoaded(object) {
      for target in property.related(of: object, in: session) { add(object, referringTo: target) }
    } else if property.isLent(object) {
      entriesOfLent.append(Entry(object: object))
      count += 1
    } else {
      // The object of the row may be made only later.
      property.visitKeys(of: object) { key in
        guard let key else { return }
        entriesByKey[key, default: []].append(Entry(object: object))
        count += 1
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
  func objects(referringTo target: some PersistentObject) -> [any PersistentObject] {
    let unread = ReferenceKey(of: target).flatMap { entriesByKey[$0] } ?? []
    let known = entries[ObjectIdentifier(target)] ?? []
    return (known + unread + entriesOfLent).compactMap(\.object)
  }
}
