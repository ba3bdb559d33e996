// One import is enough. It covers objects, queries and sessions, the standard codecs and the SQLite
// store; of the modules that drivers and archives are made of, only what a program names.
// Expansions of `@Persistent` name the engine's symbols through this module. Of Foundation, it has
// the types that the macro knows by their names: a class with one of them would otherwise be a page
// of errors without `import Foundation`.

@_exported import PersistentObjectsCodec
@_exported import PersistentObjectsCodecs
@_exported import PersistentObjectsConnections
@_exported import PersistentObjectsEngine
@_exported import PersistentObjectsSQLite
@_exported import PersistentObjectsSchema

@_exported import struct Foundation.Data
@_exported import struct Foundation.Date
@_exported import struct Foundation.Decimal
@_exported import struct Foundation.URL
@_exported import struct Foundation.UUID
@_exported import enum PersistentObjectsDriver.ConnectionRole
@_exported import struct PersistentObjectsDriver.ConstraintViolation
@_exported import struct PersistentObjectsDriver.DanglingReference
@_exported import enum PersistentObjectsDriver.NullPlacement
@_exported import struct PersistentObjectsDriver.PersistenceError
@_exported import struct PersistentObjectsDriver.StatementPlan
@_exported import struct PersistentObjectsDriver.ValidationFailure
@_exported import protocol PersistentObjectsKeyedArchive.ArchiveClassNaming
@_exported import protocol PersistentObjectsKeyedArchive.ArchiveTypeNaming
@_exported import struct PersistentObjectsKeyedArchive.KeyedArchiveError
@_exported import struct PersistentObjectsKeyedArchive.KeyedArchiveOptions
