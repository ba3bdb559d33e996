"""The modules of this package that programs import."""

# Each module with those whose symbols it brings along, and its role.
ENGINE = ["Driver", "Codec", "Connections", "Schema", "Engine", "Codecs", "SQLite", "KeyedArchive"]
MODULES = {
    "PersistentObjects": (["PersistentObjects" + name for name in ENGINE], "what programs import"),
    "PersistentObjectsPostgreSQL": ([], "stores on a PostgreSQL server"),
    "PersistentObjectsCodecTesting": ([], "tests for codecs of your own"),
    "PersistentObjectsCodec": (["PersistentObjectsDriver"], "what the author of a package of codecs imports"),
    "PersistentObjectsDriver": ([], "what the author of a driver imports"),
    "PersistentObjectsDriverTesting": ([], "tests for drivers"),
    "PersistentObjectsInspection": ([], "looking into files without their classes"),
    "PersistentObjectsTransfer": ([], "objects as lines of JSON"),
    "PersistentObjectsGeneration": ([], "classes from a store, a model or any SQLite file"),
    "PersistentObjectsReport": ([], "a store as one HTML page"),
    "PersistentObjectsAncestors": ([], "files of SQLite Persistent Objects"),
}

# All modules with public symbols.
LIBRARIES = set(MODULES).union(*(reexported for reexported, _ in MODULES.values()))
