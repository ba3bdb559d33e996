/// The changes of a collection of objects by one object at a time, in place. Subclasses know the
/// collection's type.
class ObjectCollection<Whole, Element> {
  /// Returns the collection of one element.
  func make(of element: Element) -> Whole { abstract() }

  /// Adds an element; to an array, at the end.
  func add(_ element: Element, to whole: inout Whole) { abstract() }

  /// Removes all occurrences of an element.
  func remove(_ element: Element, from whole: inout Whole) { abstract() }

  func contains(_ element: Element, in whole: Whole) -> Bool { abstract() }

  private func abstract(_ function: StaticString = #function) -> Never {
    preconditionFailure("\(Self.self) does not override \(function)")
  }
}

extension ObjectCollection {
  /// Returns the changes of this type of collection; nil for one that takes no element without
  /// further information.
  static func ofType() -> ObjectCollection? {
    (Whole.self as? any CollectionOfObjects.Type).flatMap { changes(of: $0) as? ObjectCollection }
  }

  private static func changes<Objects: CollectionOfObjects>(of type: Objects.Type) -> AnyObject {
    type.changes
  }
}

private protocol CollectionOfObjects {
  associatedtype Item
  static var changes: ObjectCollection<Self, Item> { get }
}

extension Array: CollectionOfObjects {
  fileprivate static var changes: ObjectCollection<[Element], Element> { ObjectArray() }
}

extension Set: CollectionOfObjects {
  fileprivate static var changes: ObjectCollection<Set<Element>, Element> { ObjectSet() }
}

extension Optional: CollectionOfObjects where Wrapped: CollectionOfObjects {
  fileprivate static var changes: ObjectCollection<Wrapped?, Wrapped.Item> {
    OptionalObjects(base: Wrapped.changes)
  }
}

private final class ObjectArray<Element>: ObjectCollection<[Element], Element> {
  override func make(of element: Element) -> [Element] { [element] }

  override func add(_ element: Element, to whole: inout [Element]) { whole.append(element) }

  override func remove(_ element: Element, from whole: inout [Element]) {
    var end = whole.count
    while let position = lastPosition(of: element, in: whole, before: end) {
      whole.remove(at: position)
      end = position
    }
  }

  override func contains(_ element: Element, in whole: [Element]) -> Bool {
    lastPosition(of: element, in: whole, before: whole.count) != nil
  }

  private func lastPosition(of element: Element, in whole: [Element], before end: Int) -> Int? {
    whole.withUnsafeBufferPointer { whole in
      withUnsafePointer(to: element) { element in
        ReferenceSpan(whole.baseAddress, count: end)
          .lastPosition(of: ReferenceSpan(element, count: 1))
      }
    }
  }
}

private final class ObjectSet<Element: Hashable>: ObjectCollection<Set<Element>, Element> {
  override func make(of element: Element) -> Set<Element> { [element] }

  override func add(_ element: Element, to whole: inout Set<Element>) { whole.insert(element) }

  override func remove(_ element: Element, from whole: inout Set<Element>) {
    whole.remove(element)
  }

  override func contains(_ element: Element, in whole: Set<Element>) -> Bool {
    whole.contains(element)
  }
}

/// A collection that may be nil.
private final class OptionalObjects<Wrapped, Element>: ObjectCollection<Wrapped?, Element> {
  private let base: ObjectCollection<Wrapped, Element>

  init(base: ObjectCollection<Wrapped, Element>) { self.base = base }

  override func make(of element: Element) -> Wrapped? { base.make(of: element) }

  override func add(_ element: Element, to whole: inout Wrapped?) {
    guard var present = whole.take() else { return whole = make(of: element) }
    base.add(element, to: &present)
    whole = present
  }

  override func remove(_ element: Element, from whole: inout Wrapped?) {
    guard var present = whole.take() else { return }
    base.remove(element, from: &present)
    whole = present
  }

  override func contains(_ element: Element, in whole: Wrapped?) -> Bool {
    whole.map { base.contains(element, in: $0) } ?? false
  }
}
