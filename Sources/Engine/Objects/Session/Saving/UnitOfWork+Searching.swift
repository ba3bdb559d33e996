// Remembering what was searched for changed objects in vain, so that each save searches only what
// is new.

extension UnitOfWork {
  /// The number of objects from which on it pays off to remember them.
  private static var smallestSearch: Int { 32 }

  /// Notes that all references of the visited objects were followed. These need not be followed
  /// again.
  func noteSearched() {
    let found = met
    if found.count < Self.smallestSearch { return session.searched.forget() }
    session.searched.begin(reset: session.forgetSearches)
    for object in found { session.searched.insert(object) }
  }

  /// Notes that the new references of the visited objects were not all followed.
  func noteUnsearched() {
    if session.searched.isEmpty { return }
    for entry in updates { session.noteChangedReferences(of: entry.object) }
  }

  /// Whether the visited objects refer, at any distance, to no changed objects but those that were
  /// found. Searches only what was not searched before; false if that alone does not tell.
  func hasSearchedAll() -> Bool {
    if session.searched.isEmpty { return false }
    if session.hasSearchedAll(from: met) { return true }
    session.searched.forget()
    return false
  }
}

extension Session {
  fileprivate func noteChangedReferences(of object: some PersistentObject) {
    let plan = object.entityContext?.plan
    if plan?.mayHaveChangedReferences(object._object.changed) == true {
      searched.noteReferences(of: object)
    }
  }

  /// Whether objects refer, at any distance, only to visited objects and clean ones.
  fileprivate func hasSearchedAll(from objects: [any PersistentObject]) -> Bool {
    var stack = objects + searched.takeWaiting().compactMap(objectInHand)
    while let object = stack.popLast() {
      if searched.isEmpty || !search(object, onto: &stack) { return false }
    }
    var areVisited = true
    searched.keepChanged {
      guard let object = objectInHand($0), object.state == .changed else { return false }
      areVisited = areVisited && isVisited(object)
      return true
    }
    return areVisited && !searched.isEmpty
  }

  private func objectInHand(_ key: ReferenceKey) -> (any PersistentObject)? {
    objectInHand(ofEntity: key.entityID, pk: key.pk)
  }

  /// Adds the objects that an object refers to. Returns false if it is unsaved and was not visited.
  private func search(
    _ object: some PersistentObject, onto stack: inout [any PersistentObject]
  ) -> Bool {
    let phase = object._object.phase
    if searched.contains(object._object) || phase == .deleted { return true }
    let isFound = isVisited(object)
    if phase == .new { return isFound }
    guard let context = object._object.context, context.owner === self,
      object._object.changed == 0 || isFound
    else { return false }
    searched.insert(object)
    for property in context.plan.referringProperties {
      property.visitReferences(of: object) { stack.append($0) }
    }
    return true
  }

  private func isVisited(_ object: some PersistentObject) -> Bool { object._object.isVisited }

  fileprivate func forgetSearches() {
    for context in allContexts { forgetSearches(of: context.plan.entity.type, in: context) }
  }

  private func forgetSearches<Object: PersistentObject>(
    of type: Object.Type, in context: EntityContext
  ) { for object in context.objects(as: type) { object._object.search = 0 } }
}
