/// One stored property of a persistent class: its names, and access to its storage in objects.
///
/// Subclasses know the property's type; this class lets the engine handle all of them alike.
public class PropertyDescription {
  let declaration: _PropertyDeclaration

  /// The property's name in the source.
  public final var name: String { declaration.name }
  /// The column's name, which for a collection is the last part of its child table's.
  public final private(set) var column: String
  /// The column's name in earlier versions of the program.
  public final var renamedFrom: String? { declaration.renamedFrom }

  /// The layout of records of the property's changes.
  final let recordLayout: ChangeRecord.Layout
  /// The values of the class that declares the property; its description keeps them.
  private final var values: Unmanaged<ClassValues>?
  /// The property's position among those that the class itself declares.
  private final var position = 0

  init(_ declaration: _PropertyDeclaration, recordLayout: ChangeRecord.Layout) {
    self.declaration = declaration
    self.recordLayout = recordLayout
    column = declaration.column.chosen { $0 }
  }

  /// Chooses the column's name, while the class's description is being made.
  final func chooseName(_ naming: any NamingStrategy) {
    column = declaration.column.chosen { naming.column(forProperty: name, proposed: $0) }
  }

  /// Notes where the class keeps the property, while the class's description is being made.
  final func setStorage(at position: Int, of values: ClassValues) {
    (self.position, self.values) = (position, .passUnretained(values))
  }

  /// Reads or replaces the value in an object of a property without a slot.
  @inline(__always)
  final func exchangeValue(of object: AnyObject, _ exchange: _ValueExchange) {
    values?.borrow { $0.exchange(object, position, exchange) }
  }

  /// The property's type.
  public var valueType: Any.Type { abstract() }

  /// The codec that the property declares, for its type or for the wrapped type.
  package var declaredCodec: (any ColumnCodec)? { nil }

  /// Binds the property to a store: chooses its codec and lays out its columns.
  func makeBinding(_ context: BindingContext) throws -> PropertyBinding { abstract() }

  /// Puts a copy of what an object stores at an address.
  func copy(_ object: AnyObject, to place: UnsafeMutableRawPointer) { abstract() }

  /// Keeps the current value and returns a closure that restores it.
  func capture(_ object: AnyObject) -> () -> Void { abstract() }

  /// Restores the stored value at an address, without noting a change.
  func restore(_ object: AnyObject, from stored: UnsafeRawPointer) { abstract() }

  /// Ends the life of the stored value at an address.
  func discard(_ stored: UnsafeMutableRawPointer) { abstract() }

  // MARK: Values without their type

  /// The value of an object; nil while it is not loaded.
  func given(_ object: AnyObject) -> GivenValue? { abstract() }

  /// A value of any type as one of the property's; nil if its type does not fit.
  func given(_ value: Any?) -> GivenValue? { abstract() }

  /// The value that refers to these objects; nil if the property cannot.
  func given(references: [AnyObject]) -> GivenValue? { nil }

  /// The default value of an object without a value for the property; nil if one is required.
  func givenByDefault() -> GivenValue? { abstract() }

  /// The value without its type; nil for nil.
  func plain(_ object: AnyObject) -> Any? { abstract() }

  /// Sets a value and notes the change; a version is left unchanged.
  func assign(_ value: GivenValue, to object: some PersistentObject, at index: Int) { abstract() }

  // MARK: References

  /// Whether the value is there, not still to be read.
  func isLoaded(_ object: AnyObject) -> Bool { true }

  /// Calls `body` with each object that the property refers to, as far as it is loaded.
  func visitReferences(
    of object: AnyObject, _ body: (any PersistentObject) -> Void
  ) {}

  /// Calls `body` with each of those objects, without those that a collection had before it changed.
  func visitReferences(
    of object: AnyObject, since baseline: SlotBaseline?, _ body: (any PersistentObject) -> Void
  ) { visitReferences(of: object, body) }

  /// Replaces the objects that the property refers to, as far as it is loaded.
  func replaceReferences(
    in object: AnyObject, _ other: (any PersistentObject) throws -> any PersistentObject
  ) rethrows {}

  /// Whether it is stored as a collection of objects, in a separate table.
  var isCollection: Bool { false }

  /// Whether it is a reference, or a collection to which an object can be added without further
  /// information.
  var canHaveInverse: Bool { false }

  /// The property that this one is the inverse of, if it is derived.
  var inverse: Inverse? { nil }

  /// The objects that the property refers to and that are in memory.
  func related(of object: AnyObject, in owner: ObjectOwner?) -> [any PersistentObject] { [] }

  /// Adds a reference to a loaded value, noting the change. Returns false if that is not possible.
  @discardableResult
  func refer(
    _ object: some PersistentObject, at index: Int, to other: any PersistentObject
  ) -> Bool { false }

  /// Removes a reference from a loaded value, noting the change. Returns false if that is not
  /// possible.
  @discardableResult
  func unrefer(
    _ object: some PersistentObject, at index: Int, from other: any PersistentObject
  ) -> Bool { false }

  /// Shows those objects to `body`, as references side by side.
  func withReferences<R>(
    of object: AnyObject, in owner: ObjectOwner?, _ body: (ReferenceSpan) -> R
  ) -> R { body(ReferenceSpan(nil as UnsafePointer<AnyObject>?, count: 0)) }

  /// Adds a reference to a loaded derived property, without noting a change; at the end, if it has
  /// positions and none is given.
  func attach(_ other: any PersistentObject, to object: AnyObject, at position: Int?) {}

  /// Removes the last reference to an object from a loaded derived property, without noting a change.
  /// Returns its position; nil if there is none.
  func detach(_ other: any PersistentObject, from object: AnyObject) -> Int? { nil }

  /// Removes the loaded references of an object whose session ends, so that cycles are broken.
  func releaseReferences(of object: AnyObject) {}

  /// Takes references to rows that were deleted out, as the database has done.
  func drop(_ deleted: DeletedRows, from object: AnyObject) {}

  /// The value in short form.
  func describe(_ object: AnyObject) -> String { abstract() }

  /// Whether the property holds persistent objects.
  var refersToObjects: Bool { false }

  /// Whether the value may be read later than its object: a reference or a collection.
  var canBeFault: Bool { false }

  /// The declared classes of targets; empty if any class is allowed.
  var targets: [EntityDescription] { [] }

  /// The class of a stored key without a class beside it; nil if each key has one.
  var impliedTarget: EntityDescription? { targets.first.flatMap { $0.isAbstract ? nil : $0 } }

  final func abstract(_ function: StaticString = #function) -> Never {
    preconditionFailure("\(Self.self) does not override \(function)")
  }
}

/// A value in a description: quoted if it is text, and never longer than a line.
func shortText<Value>(of value: Value) -> String {
  if let optional = value as? any OptionalType {
    return optional.content.map { shortText(of: $0) } ?? "nil"
  }
  if let object = value as? any PersistentObject { return object.shortDescription }
  let text = (value as? String).map { "\"\($0)\"" } ?? String(describing: value)
  return text.count <= 80 ? text : text.prefix(79) + "…"
}

/// A list in a description, of which no more than the beginning is shown.
func shortList(of parts: [String]) -> String {
  let shown = parts.prefix(8).joined(separator: ", ")
  return parts.count <= 8 ? "[\(shown)]" : "[\(shown), … \(parts.count) in all]"
}
