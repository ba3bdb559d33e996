/// The objects that a property referred to when it was last examined. A change in place is found by
/// comparing the list with the property's value, address by address. The list keeps the objects
/// that the change removed alive until the other side has been updated.
@usableFromInline
final class RelatedList {
  private var objects: [AnyObject?] = []

  init() {}

  init(_ objects: [any PersistentObject]) { self.objects = objects }

  /// Whether the list is worth keeping until the next change.
  var isLong: Bool { objects.count >= 16 }

  /// The objects, as identifiers.
  var identifiers: Set<ObjectIdentifier> {
    Set(objects.lazy.compactMap { $0.map(ObjectIdentifier.init) })
  }

  /// Adopts the current references.
  func update(to span: ReferenceSpan) { _ = replace(by: span) }

  /// The difference that a change makes to the references.
  struct Difference {
    /// The objects that are no longer among the references, each once.
    var removed: [any PersistentObject] = []
    /// The objects that are new among them, each once.
    var added: [any PersistentObject] = []
    /// The objects that were inserted although they were there already, once for each time.
    var repeated: [any PersistentObject] = []
  }

  /// Adopts the current references. Returns the difference from the former ones, which had each
  /// object once if that is to be kept.
  func follow(_ span: ReferenceSpan, isUnique: Bool) -> Difference {
    guard let change = replace(by: span) else { return Difference() }
    var difference = Difference()
    difference.removed = distinct(change.old, missingIn: change.new, change.rest)
    difference.added = distinct(change.new, missingIn: change.old, change.rest)
    if isUnique && change.new.count > difference.added.count {
      difference.repeated = repeated(in: change, added: difference.added)
    }
    return difference
  }

  /// Returns the references that are neither the first to an added object nor that to a moved one.
  private func repeated(
    in change: Change, added: [any PersistentObject]
  ) -> [any PersistentObject] {
    var expected = Set(added.map { ObjectIdentifier($0) })
    for case let object? in change.old { expected.insert(ObjectIdentifier(object)) }
    return change.new.compactMap { object in
      guard let object, expected.remove(ObjectIdentifier(object)) == nil else { return nil }
      return object as? any PersistentObject
    }
  }

  private struct Change {
    let old: [AnyObject?]
    let new: [AnyObject?]
    /// The positions of the unchanged references.
    let rest: [Range<Int>]
  }

  /// Replaces the references that differ, if they are few of as many, or all between the unchanged
  /// ones at the beginning and at the end.
  private func replace(by span: ReferenceSpan) -> Change? {
    let (start, end) = objects.withReferences { $0.common(with: span) }
    let (oldEnd, newEnd) = (objects.count - end, span.count - end)
    if start == oldEnd && start == newEnd { return nil }
    let differing = objects.withReferences {
      oldEnd == newEnd ? $0.fewDifferences(from: span, in: start..<oldEnd) : nil
    }
    if let differing { return replace(at: differing, by: span) }
    let old = Array(objects[start..<oldEnd])
    let new = (start..<newEnd).map { span.object(at: $0) }
    objects.replaceSubrange(start..<oldEnd, with: new)
    return Change(old: old, new: new, rest: [0..<start, newEnd..<span.count])
  }

  private func replace(at positions: [Int], by span: ReferenceSpan) -> Change {
    let (old, new) = (positions.map { objects[$0] }, positions.map { span.object(at: $0) })
    for (position, object) in zip(positions, new) { objects[position] = object }
    let bounds = [-1] + positions + [span.count]
    return Change(old: old, new: new, rest: zip(bounds, bounds.dropFirst()).map { $0 + 1..<$1 })
  }

  /// Returns the objects of `some` that are neither among `others` nor in the rest of the list,
  /// each once.
  private func distinct(
    _ some: [AnyObject?], missingIn others: [AnyObject?], _ rest: [Range<Int>]
  ) -> [any PersistentObject] {
    if some.isEmpty { return [] }
    var seen = Set(others.map { $0.map(ObjectIdentifier.init) })
    let found = some.filter { seen.insert($0.map(ObjectIdentifier.init)).inserted }
    if found.isEmpty { return [] }
    let remaining =
      found.count > 8
      ? missing(found, in: rest)
      : found.filter { object in
        guard let object else { return false }
        return objects.withReferences { span in
          rest.allSatisfy { span.lastPosition(of: object, in: $0) == nil }
        }
      }
    return remaining.compactMap { $0 as? any PersistentObject }
  }

  private func missing(_ some: [AnyObject?], in rest: [Range<Int>]) -> [AnyObject?] {
    let there = Set(rest.flatMap { objects[$0] }.map { $0.map(ObjectIdentifier.init) })
    return some.filter { !there.contains($0.map(ObjectIdentifier.init)) }
  }

  /// Removes the last of several references to an object that the property has released.
  func removeLast(_ object: AnyObject) {
    let position = objects.withReferences { $0.lastPosition(of: object, in: 0..<$0.count) }
    if let position { objects.remove(at: position) }
  }

  /// Removes a reference to an object that the property has released.
  func remove(_ object: AnyObject) {
    let position = objects.withReferences { $0.position(of: object) }
    if let position { objects.remove(at: position) }
  }
}
