package import PersistentObjectsDriver

/// The codecs of types. A registry is a value: registering returns a new registry, and a store
/// keeps the one it was made with.
///
/// ```swift
/// let codecs = CodecRegistry.standard.registering(HexColor()).registering(UUIDAsBytes())
/// let store = try Store(path: "paint.sqlite3", codecs: codecs)
/// ```
///
/// The first of these that applies to a property's type decides, once per store and property:
/// 1. the property's own `@Column(codec:)`;
/// 2. the codec registered here for exactly that type, the latest registration winning;
/// 3. the type's own codec, if it is ``ColumnStorable`` or ``Embeddable``;
/// 4. `Optional`: NULL, or the codec of the wrapped type by the same rules;
/// 5. the providers registered here, the latest first, then the fallback.
public struct CodecRegistry: Sendable {
  /// The registered codecs, some dozens. Each is made when it is looked up, since most programs use
  /// few of them. They are in an array, since it is searched once for each property, and a
  /// dictionary would cost more to fill.
  private var codecs: [(type: ObjectIdentifier, make: @Sendable () -> RegisteredForm)] = []
  private var providers: [any CodecProvider] = []
  private var fallback: (any CodecProvider)?

  /// Creates a registry that knows no codec.
  public init() {}

  /// Returns the registry with `codec` for its value type, which replaces an earlier codec for that
  /// type.
  @inlinable
  public consuming func registering<Codec: ColumnCodec>(_ codec: Codec) -> CodecRegistry {
    registering(for: Codec.Value.self) { .column(CodecFunctions(codec)) }
  }

  /// Returns the registry with a codec of several columns for its value type, which replaces an
  /// earlier codec for that type.
  @inlinable
  public consuming func registering<Codec: CompositeCodec>(_ codec: Codec) -> CodecRegistry {
    registering(for: Codec.Value.self) { .composite(_CompositeFunctions(codec)) }
  }

  @usableFromInline
  consuming func registering<Value>(
    for type: Value.Type, _ form: @escaping @Sendable () -> ValueForm<Value>
  ) -> CodecRegistry {
    let type = ObjectIdentifier(type)
    if let former = codecs.firstIndex(where: { $0.type == type }) { codecs.remove(at: former) }
    codecs.append((type, { FormOf(form()) }))
    return self
  }

  /// Returns the registry with a provider that is asked before those registered earlier.
  public consuming func registering(provider: some CodecProvider) -> CodecRegistry {
    providers.insert(provider, at: 0)
    return self
  }

  /// Returns the registry with a provider that is asked when nothing else applies.
  public consuming func withFallback(_ provider: some CodecProvider) -> CodecRegistry {
    fallback = provider
    return self
  }

  /// Returns the codec for a type by rules 2 to 5; nil if there is none, or if it is one of several
  /// columns.
  public func codec<Value>(for type: Value.Type) -> (any ColumnCodec<Value>)? {
    functions(for: type)?.codec
  }

  /// Returns the codec for a type by rules 2 to 4: one that was declared for it, not one derived
  /// from its structure. It decides whether a collection is stored in one column or in a child
  /// table.
  public func declaredCodec<Value>(for type: Value.Type) -> (any ColumnCodec<Value>)? {
    declaredForm(for: type)?.functions?.codec
  }

  /// Returns the functions of the codec of one column for a type by rules 2 to 5, or nil.
  package func functions<Value>(for type: Value.Type) -> CodecFunctions<Value>? {
    form(for: type)?.functions
  }

  /// Returns the form in which a type is stored by rules 2 to 5, or nil.
  package func form<Value>(for type: Value.Type) -> ValueForm<Value>? {
    declaredForm(for: type) ?? providedCodec(for: type).map { .column(.of($0)) }
  }

  private func providedCodec<Value>(for type: Value.Type) -> (any ColumnCodec<Value>)? {
    providers.lazy.compactMap { $0.codec(for: type, in: self) }.first
      ?? fallback?.codec(for: type, in: self)
  }

  /// Returns the form of a type by rules 2 to 4.
  package func declaredForm<Value>(for type: Value.Type) -> ValueForm<Value>? {
    let id = ObjectIdentifier(type)
    if let registered = codecs.first(where: { $0.type == id })?.make() as? FormOf<Value> {
      return registered.form
    }
    if let storable = type as? any ColumnStorable.Type {
      return (ownCodec(of: storable) as? any ColumnCodec<Value>).map { .column(.of($0)) }
    }
    if let embeddable = type as? any Embeddable.Type {
      return ownFunctions(of: embeddable) as? ValueForm<Value>
    }
    if let optional = type as? any OptionalType.Type {
      return optional.form(in: self) as? ValueForm<Value>
    }
    return nil
  }

  /// The registered codecs, the earliest first.
  package var registered: some Sequence<any ColumnCodec> {
    codecs.lazy.compactMap { $0.make().anyCodec }
  }

  /// Returns the column type of the first registered codec with a recorded name; nil if there is
  /// none.
  package func type(ofCodec name: String) -> ColumnType? {
    registered.first { $0.identifier.name == name }.map { ColumnType($0.storage, $0.meaning) }
  }

  private func ownCodec<Storable: ColumnStorable>(of type: Storable.Type) -> any ColumnCodec {
    type.columnCodec
  }

  private func ownFunctions<Value: Embeddable>(of type: Value.Type) -> Any {
    ValueForm<Value>.composite(type._compositeFunctions)
  }
}

/// The form that is registered for any type.
private class RegisteredForm: @unchecked Sendable {
  // `@unchecked` is safe: codecs are `Sendable`, and nothing changes after `init`.
  /// The codec, if it is one of one column.
  let anyCodec: (any ColumnCodec)?

  init(_ codec: (any ColumnCodec)?) { anyCodec = codec }
}

/// The form that is registered for a known type. A cast to this class costs a comparison; a cast to
/// a codec for `Value` costs a search through all conformances of the program.
private final class FormOf<Value>: RegisteredForm, @unchecked Sendable {
  let form: ValueForm<Value>

  init(_ form: ValueForm<Value>) {
    self.form = form
    super.init(form.functions?.codec)
  }
}

/// A type that makes codecs for whole families of types, such as enums by their raw value, or a
/// generic type with any parameter.
///
/// ```swift
/// struct TaggedProvider: CodecProvider {  // for `Tagged<Room, Int>`, `Tagged<Door, String>` …
///   func codec<Value>(
///     for type: Value.Type, in registry: CodecRegistry
///   ) -> (any ColumnCodec<Value>)? {
///     guard let type = type as? any TaggedType.Type else { return nil }
///     return type.codec(in: registry) as? any ColumnCodec<Value>
///   }
/// }
/// let codecs = CodecRegistry.standard.registering(provider: TaggedProvider())
/// ```
public protocol CodecProvider: Sendable {
  /// Returns a codec for `type`, or nil if this provider does not know it. `registry` has the
  /// codecs for the types inside `type`.
  func codec<Value>(
    for type: Value.Type, in registry: CodecRegistry
  ) -> (any ColumnCodec<Value>)?
}
