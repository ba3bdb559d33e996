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

  /// Adopts the current references. Returns the objects that are no longer among them and those
  /// that are new among them, each once.
  func follow(
    _ span: ReferenceSpan
  ) -> (removed: [any PersistentObject], added: [any PersistentObject]) {
    guard let change = replace(by: span) else { return ([], []) }
    return (
      removed: distinct(change.old, missingIn: change.new, change.rest),
      added: distinct(change.new, missingIn: change.old, change.rest)
    )
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

  /// Removes an object that the property has released.
  func remove(_ object: AnyObject) {
    let position = objects.withReferences { $0.lastPosition(of: object, in: 0..<$0.count) }
    if let position { objects.remove(at: position) }
  }
}
