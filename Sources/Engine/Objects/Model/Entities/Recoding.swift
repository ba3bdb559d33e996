public import PersistentObjectsCodec
import PersistentObjectsDriver
import PersistentObjectsSchema

/// The cells that ``Store/recode(_:progress:)`` rewrites, and the codec that has written them.
///
/// ```swift
/// .property(\Person.favourite, from: HexColor())  // written by another codec
/// .property(\Person.age, from: StringCodec()) { Int($0) ?? 0 }  // of another type
/// .property(\Person.mark)  // written by older versions of the same codec
/// .keys(\Stock.counts, from: OldKey())  // the keys of a dictionary
/// .property(\Person.home.city, from: OldText())  // a field of a value in several columns
/// .property(\Person.home, from: JSONCodec())  // one column becomes several
/// ```
public struct Recoding: Sendable {
  let entity: EntityDescription
  private let keyPath: any AnyKeyPath & Sendable
  /// The field of the property's value; nil for the whole value.
  private let field: (any AnyKeyPath & Sendable)?
  private let part: CodedPart
  private let makeForms: MakeForms

  /// Returns the rewriter of cells, and the columns of the old form if that or the new one has
  /// several; nil if the codecs are of different types.
  private typealias MakeForms =
    @Sendable (CodedColumn, FieldContext) throws -> (
      rewriter: CellRewriter, former: [FormerColumn]?
    )?

  private init<Root: PersistentObject>(
    _ keyPath: any PartialKeyPath<Root> & Sendable, field: (any AnyKeyPath & Sendable)? = nil,
    part: CodedPart, makeForms: @escaping MakeForms
  ) {
    entity = Root._entity
    self.keyPath = keyPath
    self.field = field
    self.part = part
    self.makeForms = makeForms
  }

  /// Makes a recoding from another codec of the same type.
  private init<Root: PersistentObject, Old: ColumnCodec>(
    _ keyPath: any PartialKeyPath<Root> & Sendable, field: (any AnyKeyPath & Sendable)? = nil,
    part: CodedPart, from old: Old
  ) {
    self.init(keyPath, field: field, part: part) { coded, _ in
      let former = coded.former(old)
      if let new = coded.coding as? any ValueCoding<Old.Value> {
        return (coded.rewriter(from: old, to: new) { $0 }, former)
      }
      guard let new = coded.coding as? any ValueCoding<Old.Value?> else { return nil }
      return (coded.rewriter(from: old, to: new) { $0 }, former)
    }
  }

  /// Makes a recoding from a codec of several columns.
  private init<Root: PersistentObject, Old: CompositeCodec>(
    _ keyPath: any PartialKeyPath<Root> & Sendable, from old: Old
  ) {
    self.init(keyPath, part: .values) { coded, context in
      let functions = _CompositeFunctions(old)
      if let new = coded.coding as? any ValueCoding<Old.Value> {
        return try coded.forms(from: CompositeCoding(functions, in: context), to: new)
      }
      guard let new = coded.coding as? any ValueCoding<Old.Value?> else { return nil }
      let optional = _CompositeFunctions(optional: functions)
      return try coded.forms(from: CompositeCoding(optional, in: context), to: new)
    }
  }

  /// Makes a recoding from a codec of another type.
  private init<Root: PersistentObject, Old: ColumnCodec, New>(
    _ keyPath: any PartialKeyPath<Root> & Sendable, part: CodedPart, from old: Old,
    transform: @escaping @Sendable (Old.Value) throws -> New
  ) {
    self.init(keyPath, part: part) { coded, _ in
      guard let new = coded.coding as? any ValueCoding<New> else { return nil }
      // Transformed cells could not be distinguished from the others.
      guard old.identifier != coded.identifier else { throw Self.cannotBeTold(old.identifier) }
      return (coded.rewriter(from: old, to: new, transform: transform), coded.former(old))
    }
  }

  private static func cannotBeTold(_ codec: CodecIdentifier) -> PersistenceError {
    PersistenceError(
      .codecMismatch,
      """
      the old and the new codec are both '\(codec)', so the file could not show whether the column \
      has been rewritten; nothing was changed. Give the new one another name or version
      """)
  }

  // MARK: In a store

  /// Returns the columns in a store. Throws `invalidQuery` if there are none, or if they have
  /// another type.
  func column(in plan: EntityPlan, _ registry: CodecRegistry) throws -> RecodedColumn {
    let (binding, found) = try coded(in: plan)
    guard let coded = found else {
      throw refused(binding, reason: "it has no \(part) that a codec writes")
    }
    do {
      guard let forms = try makeForms(coded, FieldContext(registry)) else {
        throw refused(binding, reason: "its codec stores the type \(valueType(of: coded.coding))")
      }
      return RecodedColumn(
        table: coded.childTable ?? plan.tables[0], columns: coded.columns, former: forms.former,
        rewriter: forms.rewriter)
    } catch let error as PersistenceError {
      throw error.adding(binding.place(pk: nil))
    }
  }

  /// Returns what a codec writes of a property, or of a field of its value.
  private func coded(
    in plan: EntityPlan
  ) throws -> (binding: PropertyBinding, coded: CodedColumn?) {
    guard let position = entity.position(of: keyPath) else {
      if let (binding, _, columns) = entity.field(keyPath, in: plan.bindings) {
        return (binding, binding.codedColumn(part)?.columns(columns))
      }
      throw PersistenceError(
        .invalidQuery,
        "the key path does not name a stored property of \(entity.className), nor a field of one",
        context: entity.place)
    }
    let binding = plan.bindings[position]
    let whole = binding.codedColumn(part)
    return (binding, field.map { whole?.field($0) } ?? whole)
  }

  private func valueType<Coding: ValueCoding>(of coding: Coding) -> Any.Type {
    Coding.Value.self
  }

  private func refused(_ binding: PropertyBinding, reason: String) -> PersistenceError {
    PersistenceError(
      .invalidQuery, "the property cannot be rewritten like this: \(reason)",
      context: binding.place(pk: nil))
  }
}

// The factories differ in where the values are: in a column, optional or not, or in a collection's
// child table.

extension Recoding {
  /// Returns the recoding of a property's column.
  public static func property<Root: PersistentObject, Old: ColumnCodec>(
    _ keyPath: any KeyPath<Root, Old.Value> & Sendable, from old: Old
  ) -> Recoding {
    Recoding(keyPath, part: .values, from: old)
  }

  /// Returns the recoding of an optional property's column; nil stays nil.
  public static func property<Root: PersistentObject, Old: ColumnCodec>(
    _ keyPath: any KeyPath<Root, Old.Value?> & Sendable, from old: Old
  ) -> Recoding {
    Recoding(keyPath, part: .values, from: old)
  }

  /// Returns the recoding of the elements of an array or a set, or of the values of a dictionary,
  /// in its child table. Fails with `constraintViolated` if two elements of a set get the same
  /// stored form.
  public static func property<Root: PersistentObject, Elements: _ColumnCollection, Old>(
    _ keyPath: any KeyPath<Root, Elements> & Sendable, from old: Old
  ) -> Recoding where Old: ColumnCodec<Elements._Element> {
    Recoding(keyPath, part: .values, from: old)
  }

  /// Returns the recoding of the keys of a dictionary in its child table. Fails with
  /// `constraintViolated` if two keys of a dictionary get the same stored form.
  public static func keys<Root: PersistentObject, Elements: _ColumnDictionary, Old>(
    _ keyPath: any KeyPath<Root, Elements> & Sendable, from old: Old
  ) -> Recoding where Old: ColumnCodec<Elements._Key> {
    Recoding(keyPath, part: .keys, from: old)
  }

  // MARK: Several columns

  /// Returns the recoding of a property whose value had several columns.
  public static func property<Root: PersistentObject, Old: CompositeCodec>(
    _ keyPath: any KeyPath<Root, Old.Value> & Sendable, from old: Old
  ) -> Recoding { Recoding(keyPath, from: old) }

  /// Returns the recoding of an optional property whose value had several columns; nil stays nil.
  public static func property<Root: PersistentObject, Old: CompositeCodec>(
    _ keyPath: any KeyPath<Root, Old.Value?> & Sendable, from old: Old
  ) -> Recoding { Recoding(keyPath, from: old) }

  /// Returns the recoding of the elements of an array, or of the values of a dictionary, that had
  /// several columns.
  public static func property<Root: PersistentObject, Elements: _ColumnCollection, Old>(
    _ keyPath: any KeyPath<Root, Elements> & Sendable, from old: Old
  ) -> Recoding where Old: CompositeCodec<Elements._Element> { Recoding(keyPath, from: old) }

  /// Returns the recoding of a field of an optional value in several columns, which no key path
  /// from the object names.
  public static func field<Root: PersistentObject, Value, Old: ColumnCodec>(
    _ field: any KeyPath<Value, Old.Value> & Sendable,
    of keyPath: any KeyPath<Root, Value?> & Sendable, from old: Old
  ) -> Recoding { Recoding(keyPath, field: field, part: .values, from: old) }

  /// Returns the recoding of a field of the elements of a collection.
  public static func field<Root: PersistentObject, Elements: _ColumnCollection, Old: ColumnCodec>(
    _ field: any KeyPath<Elements._Element, Old.Value> & Sendable,
    of keyPath: any KeyPath<Root, Elements> & Sendable, from old: Old
  ) -> Recoding { Recoding(keyPath, field: field, part: .values, from: old) }

  // MARK: Another type

  /// Returns the recoding of a property whose type has changed: `transform` converts the old value
  /// to the new one. An error that it throws is the cause of an `encodingFailed`. It is not called
  /// for nil.
  ///
  /// The two codecs must differ in name or version: this is how the file records what has been
  /// rewritten.
  public static func property<Root: PersistentObject, Value, Old: ColumnCodec>(
    _ keyPath: any KeyPath<Root, Value> & Sendable, from old: Old,
    transform: @escaping @Sendable (Old.Value) throws -> Value
  ) -> Recoding {
    Recoding(keyPath, part: .values, from: old, transform: transform)
  }

  /// Returns the recoding of the elements of a collection, or of the values of a dictionary, whose
  /// type has changed.
  public static func property<
    Root: PersistentObject, Elements: _ColumnCollection, Old: ColumnCodec
  >(
    _ keyPath: any KeyPath<Root, Elements> & Sendable, from old: Old,
    transform: @escaping @Sendable (Old.Value) throws -> Elements._Element
  ) -> Recoding {
    Recoding(keyPath, part: .values, from: old, transform: transform)
  }

  /// Returns the recoding of the keys of a dictionary whose type has changed.
  public static func keys<Root: PersistentObject, Elements: _ColumnDictionary, Old: ColumnCodec>(
    _ keyPath: any KeyPath<Root, Elements> & Sendable, from old: Old,
    transform: @escaping @Sendable (Old.Value) throws -> Elements._Key
  ) -> Recoding {
    Recoding(keyPath, part: .keys, from: old, transform: transform)
  }

  // MARK: The same codec

  /// Returns the recoding of what older versions of the property's current codec have written.
  /// Without this, rows are rewritten as they are saved, and the codec has to read old versions as
  /// long as the file exists. Afterwards, `oldest_version` is the codec's current version.
  public static func property<Root: PersistentObject>(
    _ keyPath: any PartialKeyPath<Root> & Sendable
  ) -> Recoding {
    Recoding(keyPath, part: .values) { coded, _ in
      coded.codec.map { (.upgrader(of: $0), nil) }
    }
  }

  /// Returns the recoding of what older versions of the current codec of a dictionary's keys have
  /// written.
  public static func keys<Root: PersistentObject, Elements: _ColumnDictionary>(
    _ keyPath: any KeyPath<Root, Elements> & Sendable
  ) -> Recoding {
    Recoding(keyPath, part: .keys) { coded, _ in coded.codec.map { (.upgrader(of: $0), nil) } }
  }
}

extension CodedColumn {
  /// The codec that writes the value now.
  fileprivate var identifier: CodecIdentifier {
    // A value without a codec of one column has several.
    codec?.identifier ?? coding.layout?.codec.identifier ?? .valuePresence
  }

  /// Returns the single column that a codec wrote; nil if the value still has it.
  fileprivate func former(_ old: some ColumnCodec) -> [FormerColumn]? {
    if codec != nil { return nil }
    return [
      FormerColumn(
        names: names.columns([]), codec: old.identifier, canRead: { old.canRead(version: $0) },
        isPart: false)
    ]
  }

  fileprivate func rewriter<Old: ColumnCodec, New>(
    from old: Old, to new: any ValueCoding<New>,
    transform: @escaping @Sendable (Old.Value) throws -> New
  ) -> CellRewriter {
    CellRewriter(
      from: ValueCodec.of(old), old.identifier, canRead: { old.canRead(version: $0) }, to: new,
      identifier, transform: transform)
  }

  /// Returns the rewriter of a value that had several columns, and these.
  fileprivate func forms<Value>(
    from old: CompositeCoding<Value>, to new: any ValueCoding<Value>
  ) throws -> (rewriter: CellRewriter, former: [FormerColumn]?) {
    let columns = try old.requiredColumns(names).map {
      FormerColumn(
        names: [$0.definition.name] + $0.formerNames, codec: $0.codec, canRead: $0.canRead,
        isPart: true)
    }
    let codec = old.codec
    let rewriter = CellRewriter(
      from: old, codec.identifier, canRead: { codec.canRead(version: $0) }, to: new, identifier
    ) { $0 }
    return (rewriter, columns)
  }
}
