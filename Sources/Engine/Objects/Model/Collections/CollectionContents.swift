import PersistentObjectsCodec

/// A collection: the kind of its elements, and the functions that access them. In another
/// collection, it has a separate table unless its type has a codec.
final class CollectionContents<Whole: _ColumnCollection>: CollectionElements<Whole> {
  let code: _CollectionCode<Whole, Whole._Key, Whole._Element>
  private let elements = CollectionElements<Whole._Element>.ofType()
  private let changes = ObjectCollection<Whole, Whole._Element>.ofType()

  init(code: _CollectionCode<Whole, Whole._Key, Whole._Element> = Whole._code) {
    self.code = code
  }

  override func bind(
    _ property: PropertyDescription, in place: ChildPlace, context: BindingContext
  ) throws -> ElementBinding<Whole> {
    if isOneColumn(in: context.registry) {
      return try super.bind(property, in: place, context: context)
    }
    let level = try bindLevel(property, in: place, context: context)
    // A collection that cannot have rows, such as a set of optionals, is archived as a whole if
    // possible.
    if level.hasNullableKey, let codec = context.registry.functions(for: Whole.self) {
      return try ValueElementBinding(codec: codec, property: property)
    }
    try level.refuseNullableKey()
    return level
  }

  /// Whether the whole is stored as one value, because it has a codec of its own or because a
  /// single NULL cannot distinguish two ways of being nil.
  func isOneColumn(in registry: CodecRegistry) -> Bool {
    code.isOneValue(registry) || code.isDoublyOptional
  }

  /// Binds the collection to a table of its own.
  func bindLevel(
    _ property: PropertyDescription, in place: ChildPlace, context: BindingContext
  ) throws -> ChildLevel<Whole> {
    try ChildLevel(property: property, code: code, elements: elements, in: place, context: context)
  }

  override var refersToObjects: Bool { elements.refersToObjects }
  override var areMutable: Bool { elements.areMutable }
  override var havePositions: Bool { code.kind == .array || elements.havePositions }
  override var targets: [EntityDescription] { elements.targets }

  /// Whether a persistent object can be added without further information.
  var takesObjects: Bool { elements.areObjects && changes != nil }

  /// Calls `body` with the entries, which are valid only there.
  private func visit(
    _ whole: Whole, body: (CollectionEntries<Whole._Key, Whole._Element>) -> Void
  ) {
    // This throws only what the closure throws, which is nothing.
    try? code.visit(whole, body)
  }

  override func visitReferences(
    in whole: Whole, since former: Whole, _ body: (any PersistentObject) -> Void
  ) {
    if !refersToObjects { return }
    var former = former
    // This throws only what the closure throws, which is nothing.
    try? code.visitDifference(&former, whole) { formers, entries, _, _ in
      let few = code.kind == .array ? entries.fewChanges(of: formers) : nil
      for position in (few ?? [0..<entries.count]).joined() {
        let element = entries.element(position).pointee
        if position < formers.count {
          let former = formers.element(position).pointee
          elements.visitReferences(in: element, since: former, body)
        } else {
          elements.visitReferences(in: element, body)
        }
      }
      return false
    }
  }

  /// Calls `body` with the elements if they are objects.
  func withReferences(in whole: Whole, _ body: (ReferenceSpan) -> Void) {
    guard elements.areObjects else { return }
    visit(whole) { body(ReferenceSpan($0.elements, count: $0.count)) }
  }

  override func visitReferences(in whole: Whole, _ body: (any PersistentObject) -> Void) {
    if !refersToObjects { return }
    visit(whole) { entries in
      for position in 0..<entries.count {
        elements.visitReferences(in: entries.element(position).pointee, body)
      }
    }
  }

  override func replacingReferences(
    in whole: Whole, with other: (any PersistentObject) throws -> any PersistentObject
  ) rethrows -> Whole {
    if !refersToObjects { return whole }
    return try mapEntries(of: whole) { try elements.replacingReferences(in: $0, with: other) }
  }

  override func isAffectedByDeletion(_ whole: Whole) -> Bool {
    var isAffected = false
    if !refersToObjects { return isAffected }
    visit(whole) { entries in
      isAffected = (0..<entries.count).contains {
        elements.isAffectedByDeletion(entries.element($0).pointee)
      }
    }
    return isAffected
  }

  override func withoutDeleted(_ whole: Whole) -> Whole? {
    mapEntries(of: whole) {
      elements.isAffectedByDeletion($0) ? elements.withoutDeleted($0) : $0
    }
  }

  /// Returns the function that removes deleted objects from a collection; nil if it has none.
  func removal(of deleted: DeletedRows, from whole: Whole) -> ((inout Whole) -> Void)? {
    guard elements.areObjects else {
      return isAffectedByDeletion(whole) ? { $0 = self.withoutDeleted($0) ?? $0 } : nil
    }
    let entries = entries(of: whole, among: deleted)
    return entries.isEmpty ? nil : { self.remove(entries, from: &$0) }
  }

  /// Returns the entries of deleted objects, the last one first.
  private func entries(of whole: Whole, among deleted: DeletedRows) -> [PlacedEntry] {
    var found: [PlacedEntry] = []
    visit(whole) { entries in
      found = ReferenceSpan(entries.elements, count: entries.count)
        .positions(of: deleted.addresses)
        .map { ($0, entries.key($0)?.pointee, entries.element($0).pointee) }
    }
    return found
  }

  /// Removes entries of deleted objects: a few in place, which costs an array a move of the rest
  /// each, many by making the collection again.
  private func remove(_ entries: [PlacedEntry], from whole: inout Whole) {
    let areRemoved =
      entries.count <= 8
      && entries.allSatisfy { code.remove(&whole, $0.position, $0.key, $0.element) }
    // A dictionary does not find a key that does not equal itself, such as NaN.
    if !areRemoved { whole = withoutDeleted(whole) ?? whole }
  }

  /// Whether an object fits.
  func accepts(_ object: any PersistentObject) -> Bool {
    takesObjects && elements.element(of: object) != nil
  }

  /// Adds an object that fits. The value nil becomes a collection of one object.
  func add(_ object: any PersistentObject, to whole: inout Whole) {
    if let element = elements.element(of: object) { changes?.add(element, to: &whole) }
  }

  /// Removes all occurrences of an object.
  func remove(_ object: any PersistentObject, from whole: inout Whole) {
    if let element = elements.element(of: object) { changes?.remove(element, from: &whole) }
  }

  func contains(_ object: any PersistentObject, in whole: Whole) -> Bool {
    guard let element = elements.element(of: object) else { return false }
    return changes?.contains(element, in: whole) ?? false
  }

  /// Returns a whole with the given objects; nil if one does not fit.
  func whole(of objects: [AnyObject]) -> Whole? {
    guard takesObjects else { return nil }
    let entries = objects.compactMap { object in
      (object as? any PersistentObject).flatMap { elements.element(of: $0) }.map {
        Entry(key: nil, element: $0)
      }
    }
    return entries.count == objects.count ? make(entries) : nil
  }

  // MARK: Entries

  private typealias PlacedEntry = (position: Int, key: Whole._Key?, element: Whole._Element)
  private typealias Entry = (key: Whole._Key?, element: Whole._Element)

  /// Returns the whole with transformed elements. Those for which `transform` returns nil are left
  /// out.
  private func mapEntries(
    of whole: Whole, _ transform: (Whole._Element) throws -> Whole._Element?
  ) rethrows -> Whole {
    if code.isNil(whole) { return whole }
    return make(
      try entries(of: whole).compactMap { entry in
        try transform(entry.element).map { (key: entry.key, element: $0) }
      })
  }

  private func entries(of whole: Whole) -> [Entry] {
    var entries: [Entry] = []
    visit(whole) { old in
      entries = (0..<old.count).map { (old.key($0)?.pointee, old.element($0).pointee) }
    }
    return entries
  }

  private func make(_ entries: [Entry]) -> Whole {
    let (keys, elements) = (ChildMemory<Whole._Key>(), ChildMemory<Whole._Element>())
    for (key, element) in entries {
      if let key { keys.append(key) }
      elements.append(element)
    }
    return code.make(
      code.kind == .dictionary ? keys.take(entries.count) : nil, elements.take(entries.count),
      entries.count)
  }

  override func describe(_ whole: Whole) -> String {
    if code.isNil(whole) { return "nil" }
    var parts: [String] = []
    visit(whole) { entries in
      parts = (0..<entries.count).map { position in
        let key = entries.key(position).map { "\(shortText(of: $0.pointee)): " } ?? ""
        return key + elements.describe(entries.element(position).pointee)
      }
    }
    return shortList(of: code.kind == .array ? parts : parts.sorted())
  }
}
