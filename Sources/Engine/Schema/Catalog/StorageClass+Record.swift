// The storage class of a column in the records of a store. Doubles are recorded as `any`, whatever
// type a database has for them: SQLite preserves each bit of them only in an ANY column. Stores of
// earlier versions have `real` where a codec stores reals in a column of SQLite's type REAL.

import PersistentObjectsDriver

extension StorageClass {
  /// The name under which a new column is recorded.
  package var recordedName: String { self == .real ? Self.any.rawValue : rawValue }

  /// Whether a column recorded under `name` has values of this class.
  package func isRecorded(as name: String) -> Bool { name == recordedName || name == rawValue }
}
