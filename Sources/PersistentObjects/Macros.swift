import PersistentObjectsEngine

/// Makes a class persistent.
@attached(member, conformances: PersistentObject, names: arbitrary)
@attached(memberAttribute)
@attached(extension, conformances: PersistentObject)
public macro Persistent(table: String? = nil, renamedFrom: String? = nil) =
  #externalMacro(module: "PersistentObjectsMacros", type: "PersistentMacro")

/// column
@attached(peer)
public macro Column(_ name: String? = nil, renamedFrom: String? = nil) =
  #externalMacro(module: "PersistentObjectsMacros", type: "ColumnMacro")

/// column
@attached(peer)
public macro Column<Codec: ColumnCodec>(
  _ name: String? = nil, codec: Codec, renamedFrom: String? = nil
) = #externalMacro(module: "PersistentObjectsMacros", type: "ColumnMacro")

/// transient
@attached(peer)
public macro Transient() =
  #externalMacro(module: "PersistentObjectsMacros", type: "TransientMacro")

/// persisted
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_), suffixed(_storage))
public macro _Persisted(_ index: Int) =
  #externalMacro(module: "PersistentObjectsMacros", type: "PersistedMacro")
