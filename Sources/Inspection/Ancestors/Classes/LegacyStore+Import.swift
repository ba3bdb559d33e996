public import Foundation
public import PersistentObjects
import PersistentObjectsInspection

extension LegacyStore {
  /// Imports all objects into the store of a program that has their classes. This is one
  /// transaction: if it fails, nothing has changed.
  ///
  /// Classes and properties are found by the original's rule for the names of tables and columns;
  /// `url` also matches `URL`. Objects keep their keys, and keys that were used before are not used
  /// again. Each object is saved as the program would save it: by the codecs of its properties,
  /// with its hooks and rules, except for times, which come from the file. For a property newer
  /// than the row, the original read 0 or false, and for nil, it read empty data; a property that
  /// cannot be nil gets these values. A reference to a deleted object becomes nil, or is removed
  /// from its collection.
  ///
  /// ```swift
  /// let outcome = try LegacyStore(path).import(
  ///   into: store, classes: [Person.self, Address.self], timeZone: .current)
  /// for loss in outcome.losses { print(loss) }
  /// ```
  ///
  /// Blocks its thread. Do not call it inside a transaction of the store.
  ///
  /// - Parameters:
  ///   - store: a store that has no objects of these classes with the same keys.
  ///   - classes: the classes whose objects are imported. Other classes of the file, and properties
  ///     that a class lacks, are among the ``LegacyOutcome/losses``.
  ///   - timeZone: the time zone in which the old program wrote its dates.
  ///   - map: names that cannot be derived from the file.
  /// - Throws: `invalidModel` if the file is another kind of database, or if the map names
  ///   something that the file does not have; `invalidValues`, with class, property, column and
  ///   key, for a value that does not fit its property; `constraintViolated` for a key that is
  ///   taken; or any error of saving.
  @discardableResult
  public func `import`(
    into store: Store, classes: [any PersistentObject.Type], timeZone: TimeZone,
    map: LegacyMap = LegacyMap()
  ) throws -> LegacyOutcome {
    try requireLegacy()
    let matches = classes.compactMap { LegacyClassMatch($0, layout, map) }
    var map = map
    for match in matches {
      map.kinds[match.table.name, default: [:]].merge(match.kinds) { given, _ in given }
    }
    let model = try model(map: map)
    let session = Session(store: store)
    var importing = LegacyClassImport(
      self, model, matches, LegacyCalendar(timeZone: timeZone, yearsAhead: map.yearsAhead), session)
    try session.transaction { try importing.run() }
    return importing.outcome
  }
}
