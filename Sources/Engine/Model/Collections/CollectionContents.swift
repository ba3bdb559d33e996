/// The contents of a collection: the kind of its elements, and the functions that show them.
struct CollectionContents<Shape: CollectionShape> {
  let code: _CollectionCode<Shape.Whole, Shape.Key, Shape.Element>
  let elements = CollectionElements<Shape.Element>.ofType()

  /// Calls `body` with the entries, which are valid there only.
  private func visit(
    _ whole: Shape.Whole, _ body: (CollectionEntries<Shape.Key, Shape.Element>) -> Void
  ) {
    // It throws nothing but what the closure throws.
    try? withUnsafePointer(to: whole) { try code.visit($0, body) }
  }

  func visitReferences(in whole: Shape.Whole, _ body: (any PersistentObject) -> Void) {
    if !elements.refersToObjects { return }
    visit(whole) { entries in
      for position in 0..<entries.count {
        elements.visitReferences(in: entries.element(position).pointee, body)
      }
    }
  }

  func replacingReferences(
    in whole: Shape.Whole, with other: (any PersistentObject) throws -> any PersistentObject
  ) rethrows -> Shape.Whole {
    if !elements.refersToObjects { return whole }
    return try mapEntries(of: whole) { try elements.replacingReferences(in: $0, with: other) }
  }

  /// Whether there is an object that was deleted.
  func areAffectedByDeletion(in whole: Shape.Whole) -> Bool {
    var areAffected = false
    visit(whole) { entries in
      areAffected = (0..<entries.count).contains {
        elements.isAffectedByDeletion(entries.element($0).pointee)
      }
    }
    return areAffected
  }

  func withoutDeleted(_ whole: Shape.Whole) -> Shape.Whole {
    mapEntries(of: whole) { elements.withoutDeleted($0) }
  }

  /// The whole with other elements; those for which `transform` returns nil are left out.
  private func mapEntries(
    of whole: Shape.Whole, _ transform: (Shape.Element) throws -> Shape.Element?
  ) rethrows -> Shape.Whole {
    if Shape.isNil(whole) { return whole }
    let (keys, kept) = (ChildMemory<Shape.Key>(), ChildMemory<Shape.Element>())
    let old = copies(of: whole)
    for position in old.elements.all.indices {
      guard let element = try transform(old.elements[position]) else { continue }
      kept.append(element)
      if Shape.kind == .dictionary { keys.append(old.keys[position]) }
    }
    let count = kept.count
    return code.make(
      Shape.kind == .dictionary ? keys.take(count) : nil, kept.take(count), count)
  }

  private func copies(
    of whole: Shape.Whole
  ) -> (keys: ChildMemory<Shape.Key>, elements: ChildMemory<Shape.Element>) {
    let (keys, elements) = (ChildMemory<Shape.Key>(), ChildMemory<Shape.Element>())
    visit(whole) { entries in
      for position in 0..<entries.count {
        elements.append(entries.element(position).pointee)
        if let key = entries.key(position) { keys.append(key.pointee) }
      }
    }
    return (keys, elements)
  }

  func describe(_ whole: Shape.Whole) -> String {
    if Shape.isNil(whole) { return "nil" }
    var parts: [String] = []
    visit(whole) { entries in
      parts = (0..<entries.count).map { position in
        let key = entries.key(position).map { "\(shortText(of: $0.pointee)): " } ?? ""
        return key + elements.describe(entries.element(position).pointee)
      }
    }
    if Shape.kind != .array { parts.sort() }
    let shown = parts.prefix(8).joined(separator: ", ")
    return parts.count <= 8 ? "[\(shown)]" : "[\(shown), … \(parts.count) in all]"
  }
}
