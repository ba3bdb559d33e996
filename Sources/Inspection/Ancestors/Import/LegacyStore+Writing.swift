import Foundation
import PersistentObjects
import PersistentObjectsInspection
import PersistentObjectsTransfer

extension LegacyStore {
  /// Writes a new store with all objects; their classes are not needed. Objects keep their keys,
  /// and new keys continue where the old program stopped. Everything is written in one transaction;
  /// if that fails, no file is left behind.
  ///
  /// ```swift
  /// let old = try LegacyStore("old.sqlite3")
  /// let translation = try old.translation(calendar: LegacyCalendar(timeZone: .current))
  /// print(translation.summary)
  /// try old.write(translation, to: "new.sqlite3")
  /// ```
  ///
  /// - Parameters:
  ///   - translation: the result of ``translation(map:calendar:progress:)`` for this file.
  ///   - path: the path of the new store. There must be nothing at it, or an empty file.
  ///   - progress: called with the number of objects written; its errors end the work.
  /// - Returns: the number of objects of each class, and all doubts.
  /// - Throws: `cannotOpen` if there is something at the path; `invalidValues`, with class,
  ///   property, column and key, for a value that does not fit the map's entry for its column;
  ///   `busy` if the old file has changed in the meantime; and the errors of a store that cannot be
  ///   written, such as `diskFull`.
  @discardableResult
  public func write(
    _ translation: LegacyTranslation, to path: String,
    progress: (_ done: Int) throws -> Void = { _ in }
  ) throws -> LegacyOutcome {
    let writer = try StoreWriter(creating: path)
    try writer.begin(translation.model)
    var outcome = LegacyOutcome()
    var done = 0
    for type in translation.classes {
      let storing = LegacyObjectStoring(type, tables: translation.tables)
      var count = 0
      try forEachObject(of: type.source, calendar: translation.calendar) { object in
        try writer.write(try storing.stored(object))
        count += 1
        if (done + count).isMultiple(of: 100) { try progress(done + count) }
      }
      done += count
      outcome.objects[type.target.name] = count
    }
    try writer.advanceKeys(next: translation.nextKeys)
    try requireUnchanged()
    try writer.commit()
    outcome.doubts = translation.summary.allDoubts
    return outcome
  }
}

extension LegacyTranslation {
  /// The tables of the new store, keyed by those of the old one.
  fileprivate var tables: [String: String] {
    Dictionary(uniqueKeysWithValues: classes.map { ($0.source.table, $0.target.table) })
  }

  fileprivate var nextKeys: [String: Int64] {
    Dictionary(uniqueKeysWithValues: classes.map { ($0.target.table, $0.nextKey) })
  }
}
