package import PersistentObjectsCodec
import PersistentObjectsConnections

/// One stored property of a persistent class: its names, and access to its storage in objects.
///
/// Subclasses know the property's type; this class lets the engine handle all properties alike.
///
/// See ``EntityDescription``.
public class PropertyDescription {
  let declaration: _PropertyDeclaration

  /// The property's name in the source.
  public final var name: String { declaration.name }
  /// The column's name. For a collection, this is the last part of its child table's name.
  public final private(set) var column: String
  /// The column's names in earlier versions of the program, the latest first.
  public final var renamedFrom: [String] { declaration.renamedFrom }

  /// The layout of the records of the property's changes.
  final let recordLayout: ChangeRecord.Layout
  /// The values of the class that declares the property. The class's description keeps them alive.
  private final var values: Unmanaged<ClassValues>?
  /// The property's position among those that the class itself declares.
  private final var position = 0

  init(_ declaration: _PropertyDeclaration, recordLayout: ChangeRecord.Layout) {
    self.declaration = declaration
    self.recordLayout = recordLayout
    column = declaration.column.chosen { $0 }
  }

  /// Chooses the column's name. The class's description calls this while it is being made.
  final func chooseName(_ naming: any NamingStrategy) {
    column = declaration.column.chosen { naming.column(forProperty: name, proposed: $0) }
  }

  /// Records where the class keeps the property. The class's description calls this while it is
  /// being made.
  final func setStorage(at position: Int, of values: ClassValues) {
    (self.position, self.values) = (position, .passUnretained(values))
  }

  /// Reads or replaces the value of a property without a slot in an object.
  @inline(__always)
  final func exchangeValue(of object: AnyObject, _ exchange: _ValueExchange) {
    values?.borrow { $0.exchange(object, position, exchange) }
  }

  /// The property's type.
  public var valueType: Any.Type { abstract() }

  /// The codec that the property declares for its type or for the wrapped type.
  package var declaredCodec: (any ColumnCodec)? { nil }

  /// The fields of a value in several columns; empty for any other. A codec that only a store's
  /// registry has is not known here.
  final var fields: [FieldAccess] { FieldAccess.fields(of: valueType, compositeCodec) }

  /// The codec of several columns that the property declares.
  var compositeCodec: (any CompositeCodec)? { nil }

  /// Binds the property to a store: chooses its codec and lays out its columns.
  func makeBinding(_ context: BindingContext) throws -> PropertyBinding { abstract() }

  /// Initializes memory with a copy of what an object stores.
  func copy(_ object: AnyObject, to place: UnsafeMutableRawPointer) { abstract() }

  /// Captures the current value and returns a closure that restores it.
  func capture(_ object: AnyObject) -> () -> Void { abstract() }

  /// Returns a closure that makes the property a fault again, as it is now. It does not retain the
  /// object.
  func captureFault(_ object: AnyObject) -> () -> Void { abstract() }

  /// Restores the stored value at an address without noting a change.
  func restore(_ object: AnyObject, from stored: UnsafeRawPointer) { abstract() }

  /// Deinitializes the stored value at an address.
  func discard(_ stored: UnsafeMutableRawPointer) { abstract() }

  // MARK: Values without their type

  /// Returns the value of an object; nil while it is not loaded.
  func given(_ object: AnyObject) -> GivenValue? { abstract() }

  /// Converts a value of any type to the property's type; nil if its type does not fit.
  func given(_ value: Any?) -> GivenValue? { abstract() }

  /// Returns a value with one of its fields replaced; nil if there is no such field that can be
  /// set, or if the value's type does not fit.
  ///
  /// - Parameters:
  ///   - path: the names of the fields, the outermost first.
  ///   - value: the value of the field.
  ///   - whole: the value that has the field; nil for that of a new object.
  func given(_ path: [String], _ value: Any?, in whole: GivenValue?) -> GivenValue? { abstract() }

  /// Returns the value that refers to these objects; nil if the property cannot refer to them.
  func given(references: [AnyObject]) -> GivenValue? { nil }

  /// Returns the value of an object that is made without a value for the property; nil if a value
  /// is required.
  func givenByDefault() -> GivenValue? { abstract() }

  /// Returns the value without its type; nil for nil.
  func plain(_ object: AnyObject) -> Any? { abstract() }

  /// Sets a value and notes the change. A version is left unchanged.
  func assign(_ value: GivenValue, to object: some PersistentObject, at index: Int) { abstract() }

  /// Whether the value is loaded.
  func isLoaded(_ object: AnyObject) -> Bool { true }

  /// Whether the value is lent to code that changes it in place.
  func isLent(_ object: AnyObject) -> Bool { false }

  /// Whether the value may be read later than its object, as for a reference or a collection.
  var canBeFault: Bool { false }

  /// Sets the property to the value that it has in another object of the class, without noting a
  /// change.
  func takeValue(of other: AnyObject, into object: AnyObject) { abstract() }

  /// Describes the value in short form.
  func describe(_ object: AnyObject) -> String { abstract() }

  /// The property as one that holds persistent objects, if it does.
  var referring: (any ReferringProperty)? { nil }

  /// Whether the property holds persistent objects.
  var refersToObjects: Bool { false }

  final func abstract(_ function: StaticString = #function) -> Never {
    preconditionFailure("\(Self.self) does not override \(function)")
  }
}

extension PropertyDescription {
  /// The property as the other side of a stored one, if it is that.
  final var derived: (any DerivedProperty)? { referring?.asDerived }

  /// The stored side; nil if the property itself is stored.
  final var inverse: Inverse? { derived?.source }

  /// Whether the property is stored as a collection of objects in a separate table.
  final var isCollection: Bool { referring?.isReferenceCollection ?? false }

  /// The declared classes of targets; empty if any class is allowed.
  final var targets: [EntityDescription] { referring?.targetEntities ?? [] }

  /// The class of a stored key that has no class beside it; nil if each key has one.
  final var impliedTarget: EntityDescription? {
    targets.first.flatMap { $0.isAbstract ? nil : $0 }
  }
}

/// Returns a value for use in a description: quoted if it is text, and never longer than a line.
func shortText<Value>(of value: Value) -> String {
  if let optional = value as? any OptionalType {
    return optional.content.map { shortText(of: $0) } ?? "nil"
  }
  if let object = value as? any PersistentObject { return object.shortDescription }
  let text = (value as? String).map { "\"\($0)\"" } ?? String(describing: value)
  return text.count <= 80 ? text : text.prefix(79) + "…"
}

/// Returns a list for use in a description, which shows only its beginning.
func shortList(of parts: [String]) -> String {
  let shown = parts.prefix(8).joined(separator: ", ")
  return parts.count <= 8 ? "[\(shown)]" : "[\(shown), … \(parts.count) in all]"
}
