/// A field of a value in several columns: its name, and the codec that stores it.
///
/// ```swift
/// let fields = [
///   CompositeField("street", \Address.street),
///   CompositeField("city", \Address.city, indexed: true),
/// ]
/// // var home: Address  →  home_street TEXT, home_city TEXT
/// ```
public struct CompositeField<Root>: Sendable {
  /// The name, which becomes a part of the column's name: `home_city` for the field `city` of a
  /// property `home`.
  public let name: String
  let declaration: FieldDeclaration
  /// The field as key paths reach it.
  let access: FieldAccess
  /// Whether the field has the name of the value's own column: it names the case of an enum.
  let namesCase: Bool
  /// Chooses the field's codec.
  package let makeCoding: @Sendable (FieldContext) throws -> FieldCoding

  /// Creates a field that the codec of its type stores, by the rules of ``CodecRegistry``.
  ///
  /// - Parameters:
  ///   - name: the name.
  ///   - property: the property of the value, so that queries find the field by it.
  ///   - column: the part of the column's name; by default the name in snake case.
  ///   - renamedFrom: the names of the field in earlier versions, the latest first.
  ///   - indexed: whether classes that have the value keep an index of the field.
  ///   - unique: whether the values of all objects of such a class must differ in the field.
  ///   - defaultValue: the value in rows that are older than the field; nil if there are none.
  public init<Value>(
    _ name: String, _ property: any KeyPath<Root, Value> & Sendable, column: String? = nil,
    renamedFrom: [String] = [], indexed: Bool = false, unique: Bool = false,
    default defaultValue: (@Sendable () -> Value)? = nil
  ) {
    self.init(
      name, property, .init(column, renamedFrom, indexed, unique), defaultValue
    ) { try $0.form(for: Value.self) }
  }

  /// Creates a field that is not a property of the value.
  public init<Value>(
    _ name: String, of type: Value.Type, column: String? = nil, renamedFrom: [String] = [],
    indexed: Bool = false,
    unique: Bool = false, default defaultValue: (@Sendable () -> Value)? = nil
  ) {
    self.init(
      name, nil, .init(column, renamedFrom, indexed, unique), defaultValue
    ) { try $0.form(for: Value.self) }
  }

  /// Creates a field with its own codec.
  @inlinable
  public init<Codec: ColumnCodec>(
    _ name: String, _ property: any KeyPath<Root, Codec.Value> & Sendable, codec: Codec,
    column: String? = nil, renamedFrom: [String] = [], indexed: Bool = false,
    unique: Bool = false, default defaultValue: (@Sendable () -> Codec.Value)? = nil
  ) {
    self.init(
      name, property, .init(column, renamedFrom, indexed, unique), defaultValue
    ) { _ in
      .column(CodecFunctions(codec))
    }
  }

  /// Creates an optional field with its own codec for the wrapped type.
  @inlinable
  public init<Codec: ColumnCodec>(
    _ name: String, _ property: any KeyPath<Root, Codec.Value?> & Sendable, codec: Codec,
    column: String? = nil, renamedFrom: [String] = [], indexed: Bool = false,
    unique: Bool = false, default defaultValue: (@Sendable () -> Codec.Value?)? = nil
  ) {
    self.init(
      name, property, .init(column, renamedFrom, indexed, unique), defaultValue
    ) { _ in
      .column(CodecFunctions(optional: CodecFunctions(codec)))
    }
  }

  /// Creates a field with its own codec of several columns.
  @inlinable
  public init<Codec: CompositeCodec>(
    _ name: String, _ property: any KeyPath<Root, Codec.Value> & Sendable, codec: Codec,
    column: String? = nil, renamedFrom: [String] = [], indexed: Bool = false,
    unique: Bool = false, default defaultValue: (@Sendable () -> Codec.Value)? = nil
  ) {
    self.init(
      name, property, .init(column, renamedFrom, indexed, unique), defaultValue, codec: codec
    ) { _ in
      .composite(_CompositeFunctions(codec))
    }
  }

  /// Creates an optional field with its own codec of several columns for the wrapped type.
  @inlinable
  public init<Codec: CompositeCodec>(
    _ name: String, _ property: any KeyPath<Root, Codec.Value?> & Sendable, codec: Codec,
    column: String? = nil, renamedFrom: [String] = [], indexed: Bool = false,
    unique: Bool = false, default defaultValue: (@Sendable () -> Codec.Value?)? = nil
  ) {
    self.init(
      name, property, .init(column, renamedFrom, indexed, unique), defaultValue, codec: codec
    ) { _ in
      .composite(_CompositeFunctions(optional: _CompositeFunctions(codec)))
    }
  }

  @usableFromInline
  init<Value>(
    _ name: String, _ keyPath: (any KeyPath<Root, Value> & Sendable)?,
    _ declaration: FieldDeclaration, _ defaultValue: (@Sendable () -> Value)?,
    codec: (any CompositeCodec)? = nil,
    form: @escaping @Sendable (FieldContext) throws -> ValueForm<Value>
  ) {
    self.name = name
    self.declaration = declaration
    access = FieldAccess(name, keyPath, codec: codec)
    namesCase = false
    makeCoding = { context in
      try FieldCodingOf(form(context), defaultValue: defaultValue, in: context)
    }
  }
}

// The fields of an enum. The codec that `@Embeddable` makes uses them.
extension CompositeField {
  /// Creates the field that names the case, by its position among the cases.
  public init(_cases cases: [_EnumCase]) {
    name = "case"
    declaration = FieldDeclaration(nil, [], false, false)
    access = FieldAccess(name, (any KeyPath<Root, Int> & Sendable)?.none, codec: nil)
    namesCase = true
    makeCoding = { context in
      try FieldCodingOf(
        .column(CodecFunctions(CaseCodec(cases: cases))), defaultValue: nil, in: context)
    }
  }

  /// Creates the field with the associated values of a case, which are nil in other cases.
  public init<Fields, Value>(
    _values name: String, _ property: any KeyPath<Fields, Value?> & Sendable,
    column: String? = nil, renamedFrom: [String] = []
  ) {
    self.name = name
    declaration = FieldDeclaration(column, renamedFrom, false, false)
    access = FieldAccess(name, property, codec: nil)
    namesCase = false
    makeCoding = { context in
      var context = context
      context.isToldByCase = true
      return try FieldCodingOf(context.form(for: Value?.self), defaultValue: nil, in: context)
    }
  }
}

/// The declaration of a field, without its type.
@usableFromInline
package struct FieldDeclaration: Sendable {
  /// The part of the column's name, if it was declared.
  package let column: String?
  /// The names that the field had before, the latest first.
  package let renamedFrom: [String]
  package let isIndexed: Bool
  package let isUnique: Bool

  @usableFromInline
  init(_ column: String?, _ renamedFrom: [String], _ isIndexed: Bool, _ isUnique: Bool) {
    self.column = column
    self.renamedFrom = renamedFrom
    self.isIndexed = isIndexed
    self.isUnique = isUnique
  }
}

/// The context in which fields choose their codecs.
@usableFromInline
package struct FieldContext {
  package let registry: CodecRegistry
  /// The types that contain the field, the outermost first.
  fileprivate private(set) var enclosing: [Any.Type] = []
  /// Whether another field of the value tells whether the field is nil.
  fileprivate(set) var isToldByCase = false

  /// Whether the registry's fallback may store a collection as a whole.
  private let admitsCollections: Bool

  package init(_ registry: CodecRegistry, admitsCollections: Bool = false) {
    self.registry = registry
    self.admitsCollections = admitsCollections
  }

  /// Returns the context of the fields of a type. Throws if the type contains itself.
  func inside(_ type: Any.Type) throws -> FieldContext {
    if enclosing.contains(where: { $0 == type }) {
      throw CodecError("\(type) contains itself, so its columns would have no end")
    }
    var context = self
    context.enclosing.append(type)
    context.isToldByCase = false
    return context
  }

  /// Returns the form in which values of a type are stored. Collections have child tables, which
  /// the fields of a value cannot have, unless there is a codec for the whole.
  func form<Value>(for type: Value.Type) throws -> ValueForm<Value> {
    let wrapped = (type as? any OptionalType.Type)?.wrapped ?? type
    if let form = registry.declaredForm(for: type) { return form }
    if wrapped is any Collection.Type, !admitsCollections {
      throw CodecError(
        "a field cannot be a collection, \(type), which needs a table of its own; name a codec for the whole"
      )
    }
    if let form = registry.form(for: type) { return form }
    throw CodecError(
      "no codec stores values of type \(type). Name one with codec:, register one in the store's CodecRegistry, or make the type @Embeddable or ColumnStorable"
    )
  }
}
