import Foundation
import PersistentObjects
import PersistentObjectsEngine

extension LegacyStore {
  /// Brings all objects over into a store of a program that has their classes, in one transaction: all are
  /// there, or nothing has changed.
  ///
  /// Classes and properties are found by their names, as the original made those of tables and columns of
  /// them, and `url` stands for `URL`, too. Objects keep their keys, and keys that were given before are not
  /// given again. Each is saved as the program would save it: by the codecs of its properties, with its hooks
  /// and rules, but for times, which are the file's. Where a row is older than a property the original read 0
  /// or false, and it read empty data for nil: so a property gets these that cannot be nil. A reference to an
  /// object that is gone becomes nil, and leaves a collection.
  ///
  /// ```swift
  /// let outcome = try LegacyStore(path).import(
  ///   into: store, classes: [Person.self, Address.self], timeZone: .current)
  /// for loss in outcome.losses { print(loss) }
  /// ```
  ///
  /// Blocks its thread; not to be called in a transaction of the store.
  ///
  /// - Parameters:
  ///   - store: has no objects of these classes with the same keys.
  ///   - classes: those whose objects are brought over. Others of the file, and properties that a class
  ///     lacks, are among the ``LegacyOutcome/losses``.
  ///   - timeZone: that in which the old program wrote its dates.
  ///   - map: names that the file does not show.
  /// - Throws: `invalidModel` if the file is another kind of database, or if the map names what it has not;
  ///   `invalidValues`, with class, property, column and key, for a value that does not fit its property;
  ///   `constraintViolated` for a key that is taken; or what saving throws.
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
