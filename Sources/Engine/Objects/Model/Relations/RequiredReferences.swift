/// The objects of a session that has ended, and the required references among them.
///
/// An object that the program still has keeps the objects that it requires, since its getters
/// cannot return anything else. Those that only require each other, in a cycle, would never be
/// freed: their references are cleared.
struct RequiredReferences {
  private var objects: [AnyObject]
  /// The required references of each object, by its position, to the positions of their targets;
  /// empty if no class has any.
  private var references: [[(property: any RequiredReference, target: Int)]] = []

  /// - Parameter groups: the detached objects of each context.
  init(_ groups: [(plan: EntityPlan, objects: [any PersistentObject])]) {
    objects = groups.flatMap(\.objects)
    if groups.allSatisfy({ $0.plan.requiredReferences.isEmpty || $0.objects.isEmpty }) { return }
    let positions = Dictionary(
      objects.indices.map { (ObjectIdentifier(objects[$0]), $0) }, uniquingKeysWith: { $1 })
    references = groups.flatMap { plan, objects in
      let properties = plan.requiredReferences.compactMap {
        plan.entity.properties[$0] as? any RequiredReference
      }
      return objects.map { Self.references(of: $0, properties, positions) }
    }
  }

  private static func references(
    of object: any PersistentObject, _ properties: [any RequiredReference],
    _ positions: [ObjectIdentifier: Int]
  ) -> [(property: any RequiredReference, target: Int)] {
    properties.compactMap { property in
      property.related(of: object, in: nil).first
        .flatMap { positions[ObjectIdentifier($0)] }.map { (property, $0) }
    }
  }

  /// Clears all references, then restores those of objects that something else retains, and of the
  /// objects that these require. Nothing but this value and the program may retain the objects.
  mutating func releaseCycles() {
    if references.isEmpty { return }
    clear()
    // A direct call would open the existential, and so retain the object once more.
    let isUnique: (inout AnyObject) -> Bool = isKnownUniquelyReferenced
    var kept = objects.indices.filter { !isUnique(&objects[$0]) }
    var isKept = Array(repeating: false, count: objects.count)
    while let next = kept.popLast() {
      if isKept[next] { continue }
      isKept[next] = true
      for (property, target) in references[next] {
        property.setTarget(objects[target], of: objects[next])
        kept.append(target)
      }
    }
  }

  private func clear() {
    for (object, references) in zip(objects, references) {
      for reference in references { reference.property.setTarget(nil, of: object) }
    }
  }
}
