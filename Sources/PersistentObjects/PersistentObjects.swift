// One import is enough: it covers the engine, the keyed archive, the standard codecs and the SQLite
// driver. Expansions of `@Persistent` name the engine's symbols through this module.

@_exported import PersistentObjectsCodecs
@_exported import PersistentObjectsEngine
@_exported import PersistentObjectsKeyedArchive
@_exported import PersistentObjectsSQLite
