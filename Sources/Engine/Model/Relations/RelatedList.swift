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

  /// Adopts the current references.
  func update(to span: ReferenceSpan) { _ = replace(by: span) }

  /// What a change did to the references.
  struct Difference {
    /// The objects that are no longer among the references, each once.
    var removed: [any PersistentObject] = []
    /// The objects that are new among them, each once.
    var added: [any PersistentObject] = []
    /// The objects that were inserted although they were there already, once for each time.
    var repeated: [any PersistentObject] = []
  }

  /// Adopts the current references. Returns the difference from the former ones.
  func follow(_ span: ReferenceSpan) -> Difference {
    guard let change = replace(by: span) else { return Difference() }
    var difference = Difference()
    difference.removed = distinct(change.old, missingIn: change.new, change.rest).missing
    (difference.added, difference.repeated) =
      distinct(change.new, missingIn: change.old, change.rest)
    return difference
  }

  private struct Change {
    let old: [AnyObject?]
    let new: [AnyObject?]
    /// The positions of the unchanged references.
    let rest: [Range<Int>]
  }

  /// Replaces the references between the unchanged ones at the beginning and at the end.
  private func replace(by span: ReferenceSpan) -> Change? {
    let (start, end) = objects.withReferences { $0.common(with: span) }
    let (oldEnd, newEnd) = (objects.count - end, span.count - end)
    if start == oldEnd && start == newEnd { return nil }
    let old = Array(objects[start..<oldEnd])
    let new = (start..<newEnd).map { span.object(at: $0) }
    objects.replaceSubrange(start..<oldEnd, with: new)
    return Change(old: old, new: new, rest: [0..<start, newEnd..<span.count])
  }

  /// Returns the objects of `some` that are neither among `others` nor in the rest of the list, each
  /// once; and those that are in the rest or twice among `some`.
  private func distinct(
    _ some: [AnyObject?], missingIn others: [AnyObject?], _ rest: [Range<Int>]
  ) -> (missing: [any PersistentObject], repeated: [any PersistentObject]) {
    if some.isEmpty { return ([], []) }
    let others = Set(others.map(Self.identity))
    var seen: Set<ObjectIdentifier?> = []
    var (found, repeated): ([AnyObject?], [AnyObject?]) = ([], [])
    for object in some {
      let identity = Self.identity(object)
      if !seen.insert(identity).inserted {
        repeated.append(object)
      } else if !others.contains(identity) {
        found.append(object)
      }
    }
    let isInRest = found.isEmpty ? [] : membership(of: found, in: rest)
    let missing = zip(found, isInRest).filter { !$1 }.map(\.0)
    repeated += zip(found, isInRest).filter(\.1).map(\.0)
    return (Self.objects(missing), Self.objects(repeated))
  }

  /// Returns for each object whether it is in ranges of the list. A few are searched one by one.
  private func membership(of some: [AnyObject?], in ranges: [Range<Int>]) -> [Bool] {
    if some.count > 8 {
      let there = Set(ranges.flatMap { objects[$0] }.map(Self.identity))
      return some.map { there.contains(Self.identity($0)) }
    }
    return some.map { object in
      guard let object else { return true }
      return objects.withReferences { span in
        !ranges.allSatisfy { span.lastPosition(of: object, in: $0) == nil }
      }
    }
  }

  private static func identity(_ object: AnyObject?) -> ObjectIdentifier? {
    object.map(ObjectIdentifier.init)
  }

  private static func objects(_ some: [AnyObject?]) -> [any PersistentObject] {
    some.compactMap { $0 as? any PersistentObject }
  }

  /// Removes the last reference to an object that the property has released.
  func remove(_ object: AnyObject) {
    let position = objects.withReferences { $0.lastPosition(of: object, in: 0..<$0.count) }
    if let position { objects.remove(at: position) }
  }
}
