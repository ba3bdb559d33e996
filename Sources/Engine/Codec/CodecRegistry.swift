package import PersistentObjectsDriver

/// The codecs of types. A registry is a value: registering returns a new registry, and a store
/// keeps the one it was made with.
///
/// The first of these that applies to a property's type decides, once per store and property:
/// 1. the property's own `@Column(codec:)`;
/// 2. the codec registered here for exactly that type, the latest registration winning;
/// 3. the type's own codec, if it is ``ColumnStorable``;
/// 4. `Optional`: NULL, or the codec of the wrapped type by the same rules;
/// 5. the providers registered here, the latest first, then the fallback.
public struct CodecRegistry: Sendable {
  /// The registered codecs, some dozens. Each is made when it is looked up, since most programs use
  /// few of them. They are in an array, since it is searched once for each property, and a
  /// dictionary would cost more to fill.
  private var codecs: [(type: ObjectIdentifier, make: @Sendable () -> RegisteredCodec)] = []
  private var providers: [any CodecProvider] = []
  private var fallback: (any CodecProvider)?

  /// Creates a registry that knows no codec.
  public init() {}

  /// Returns the registry with `codec` for its value type, which replaces an earlier codec for that
  /// type.
  @inlinable
  public consuming func registering<Codec: ColumnCodec>(_ codec: Codec) -> CodecRegistry {
    registering(for: Codec.Value.self) { CodecFunctions(codec) }
  }

  @usableFromInline
  consuming func registering<Value>(
    for type: Value.Type, _ functions: @escaping @Sendable () -> CodecFunctions<Value>
  ) -> CodecRegistry {
    let type = ObjectIdentifier(type)
    if let former = codecs.firstIndex(where: { $0.type == type }) { codecs.remove(at: former) }
    codecs.append((type, { CodecOf(functions()) }))
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

  /// Returns the codec for a type by rules 2 to 5, or nil.
  public func codec<Value>(for type: Value.Type) -> (any ColumnCodec<Value>)? {
    functions(for: type)?.codec
  }

  /// Returns the codec for a type by rules 2 to 4: one that was declared for it, not one derived
  /// from its structure. It decides whether a collection is stored in one column or in a child
  /// table.
  public func declaredCodec<Value>(for type: Value.Type) -> (any ColumnCodec<Value>)? {
    declaredFunctions(for: type)?.codec
  }

  /// Returns the functions of the codec for a type by rules 2 to 5, or nil.
  package func functions<Value>(for type: Value.Type) -> CodecFunctions<Value>? {
    declaredFunctions(for: type) ?? providedCodec(for: type).map(CodecFunctions.of)
  }

  private func providedCodec<Value>(for type: Value.Type) -> (any ColumnCodec<Value>)? {
    providers.lazy.compactMap { $0.codec(for: type, in: self) }.first
      ?? fallback?.codec(for: type, in: self)
  }

  private func declaredFunctions<Value>(for type: Value.Type) -> CodecFunctions<Value>? {
    let id = ObjectIdentifier(type)
    if let registered = codecs.first(where: { $0.type == id })?.make() as? CodecOf<Value> {
      return registered.functions
    }
    if let storable = type as? any ColumnStorable.Type {
      return (ownCodec(of: storable) as? any ColumnCodec<Value>).map(CodecFunctions.of)
    }
    if let optional = type as? any OptionalType.Type {
      return optional.functions(in: self) as? CodecFunctions<Value>
    }
    return nil
  }

  /// The registered codecs, the earliest first.
  package var registered: some Sequence<any ColumnCodec> { codecs.lazy.map { $0.make().anyCodec } }

  /// Returns the column type of the first registered codec with a recorded name; nil if there is
  /// none.
  package func type(ofCodec name: String) -> ColumnType? {
    registered.first { $0.identifier.name == name }.map { ColumnType($0.storage, $0.meaning) }
  }

  private func ownCodec<Storable: ColumnStorable>(of type: Storable.Type) -> any ColumnCodec {
    type.columnCodec
  }
}

/// A registered codec for any type.
private class RegisteredCodec: @unchecked Sendable {
  // `@unchecked` is safe: codecs are `Sendable`, and nothing changes after `init`.
  let anyCodec: any ColumnCodec

  init(_ codec: any ColumnCodec) { anyCodec = codec }
}

/// A registered codec for a known type. A cast to this class costs a comparison; a cast to a codec
/// for `Value` costs a search through all conformances of the program.
private final class CodecOf<Value>: RegisteredCodec, @unchecked Sendable {
  let functions: CodecFunctions<Value>

  init(_ functions: CodecFunctions<Value>) {
    self.functions = functions
    super.init(functions.codec)
  }
}

/// A type that makes codecs for whole families of types, such as enums by their raw value, or a
/// generic type with any parameter.
public protocol CodecProvider: Sendable {
  /// Returns a codec for `type`, or nil if this provider does not know it. `registry` has the
  /// codecs for the types inside `type`.
  func codec<Value>(
    for type: Value.Type, in registry: CodecRegistry
  ) -> (any ColumnCodec<Value>)?
}
