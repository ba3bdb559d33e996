/// What the elements of a collection are: values with a codec, or persistent objects.
class CollectionElements<Element>: @unchecked Sendable {
  func bind(_ property: PropertyDescription, _ context: BindingContext) throws
    -> ElementBinding<Element>
  { preconditionFailure("\(Self.self) does not override \(#function)") }

  func visitReferences(
    in element: Element, _ body: (any PersistentObject) throws -> Void
  ) rethrows {}

  func replacingReferences(
    in element: Element, _ other: (any PersistentObject) throws -> any PersistentObject
  ) rethrows -> Element { element }

  func isDeleted(_ element: Element) -> Bool { false }

  /// Whether elements are persistent objects.
  var refersToObjects: Bool { false }

  /// The class of the elements; none for values and for objects of any class.
  var targets: [EntityDescription] { [] }
}

final class ValueElements<Element>: CollectionElements<Element>, @unchecked Sendable {
  override func bind(_ property: PropertyDescription, _ context: BindingContext) throws
    -> ElementBinding<Element>
  {
    guard let codec = context.registry.codec(for: Element.self) else {
      throw context.noCodec(for: Element.self, property: property)
    }
    return try ValueElementBinding(codec: CheckedCodec(codec), property: property)
  }
}

final class ReferenceElements<Element: PersistentObject>: CollectionElements<Element>,
  @unchecked Sendable
{
  override func bind(_ property: PropertyDescription, _ context: BindingContext) throws
    -> ElementBinding<Element>
  {
    ReferenceElementBinding(
      reference: ReferenceColumns(target: Element._entity, directory: context.directory),
      property: property)
  }

  override func visitReferences(
    in element: Element, _ body: (any PersistentObject) throws -> Void
  ) rethrows { try body(element) }

  override func replacingReferences(
    in element: Element, _ other: (any PersistentObject) throws -> any PersistentObject
  ) rethrows -> Element { try other(element) as? Element ?? element }

  override func isDeleted(_ element: Element) -> Bool { element._object.phase == .deleted }

  override var refersToObjects: Bool { true }

  override var targets: [EntityDescription] { [Element._entity] }
}

/// The columns of a child table that hold an element, and how they are read and written.
class ElementBinding<Element>: @unchecked Sendable {
  let columns: [RequiredColumn]

  init(columns: [RequiredColumn]) { self.columns = columns }

  var isReference: Bool { false }

  /// Whether equal elements have equal stored forms.
  var isSearchable: Bool { true }

  /// What writes the one column, unless elements are objects.
  var codec: (any CellCodec)? { nil }

  /// Whether an element is an object that was deleted.
  func isDeleted(_ element: Element) -> Bool { false }

  func encode(_ element: Element, into cells: Cells, at index: Int) throws {
    preconditionFailure("\(Self.self) does not override \(#function)")
  }

  /// Takes up rows one by one, then gives all their elements.
  func makeCollector() -> ElementCollector<Element> {
    preconditionFailure("\(Self.self) does not override \(#function)")
  }
}

/// The elements of the rows read so far.
class ElementCollector<Element> {
  func append(from cells: Cells, at index: Int) throws {
    preconditionFailure("\(Self.self) does not override \(#function)")
  }

  func finish(owner: ObjectOwner) throws -> [Element] {
    preconditionFailure("\(Self.self) does not override \(#function)")
  }
}

private final class ValueElementBinding<Element>: ElementBinding<Element>, @unchecked Sendable {
  private let checked: CheckedCodec<Element>

  init(codec: CheckedCodec<Element>, property: PropertyDescription) throws {
    checked = codec
    super.init(columns: [
      try codec.requiredColumn(
        ColumnName.value, property: property.name, renamedFrom: nil, defaultValue: nil)
    ])
  }

  override var isSearchable: Bool { checked.codec.isSearchable }
  override var codec: (any CellCodec)? { checked }

  override func encode(_ element: Element, into cells: Cells, at index: Int) throws {
    try checked.encode(element, into: cells, at: index)
  }

  override func makeCollector() -> ElementCollector<Element> { Collector(checked) }

  private final class Collector: ElementCollector<Element> {
    let codec: CheckedCodec<Element>
    var elements: [Element] = []

    init(_ codec: CheckedCodec<Element>) { self.codec = codec }

    override func append(from cells: Cells, at index: Int) throws {
      elements.append(try codec.decode(from: cells, at: index))
    }

    override func finish(owner: ObjectOwner) throws -> [Element] { elements }
  }
}

private final class ReferenceElementBinding<Element: PersistentObject>: ElementBinding<Element>,
  @unchecked Sendable
{
  private let reference: ReferenceColumns

  init(reference: ReferenceColumns, property: PropertyDescription) {
    self.reference = reference
    super.init(
      columns: reference.columns(
        key: ColumnName.reference, className: ColumnName.referenceClass, property: property,
        admitsNull: false, onDelete: .cascade))
  }

  override var isReference: Bool { true }

  override func isDeleted(_ element: Element) -> Bool { element._object.phase == .deleted }

  override func encode(_ element: Element, into cells: Cells, at index: Int) throws {
    try reference.encode(element, into: cells, at: index)
  }

  override func makeCollector() -> ElementCollector<Element> { Collector(reference) }

  private final class Collector: ElementCollector<Element> {
    let reference: ReferenceColumns
    var keys: [(key: Int64, entityID: Int32)] = []

    init(_ reference: ReferenceColumns) { self.reference = reference }

    override func append(from cells: Cells, at index: Int) throws {
      guard let key = try reference.decode(from: cells, at: index) else {
        throw CodecError("an element's reference is NULL")
      }
      keys.append(key)
    }

    override func finish(owner: ObjectOwner) throws -> [Element] {
      let found = try owner.targets(of: keys)
      return try keys.map { key, entityID in
        guard let element = found[entityID]?[key] as? Element else {
          throw PersistenceError(
            .danglingReference,
            """
            an element refers to row \(key) of \
            \(reference.directory.entity(id: entityID)?.table ?? "?"), which is missing
            """)
        }
        return element
      }
    }
  }
}
