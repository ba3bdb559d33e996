// What the author of a codec names, so that one import is enough.

@_exported import struct PersistentObjectsDriver.CodecError
@_exported import class PersistentObjectsDriver.RowBatch
@_exported import enum PersistentObjectsDriver.StorageClass
@_exported import enum PersistentObjectsDriver.StoredKind
@_exported import enum PersistentObjectsDriver.StoredMeaning
@_exported import enum PersistentObjectsDriver.StoredValue
