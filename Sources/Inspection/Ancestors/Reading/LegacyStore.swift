import PersistentObjects
public import PersistentObjectsInspection

/// A file of *SQLite Persistent Objects*, opened for reading.
///
/// ```swift
/// let old = try LegacyStore("old.sqlite3")
/// let berlin = LegacyCalendar(timeZone: TimeZone(identifier: "Europe/Berlin")!)
/// for type in try old.model().classes {
///   print(type.name, type.properties.map { "\($0.name): \($0.kind)" })
///   try old.forEachObject(of: type, calendar: berlin) { print($0.key, $0.values) }
/// }
/// ```
///
/// Reading leaves the file, its journal mode and its folder unchanged. All reads see the state at
/// the time of opening.
///
/// Isolation: not `Sendable`; use it from one thread at a time.
public final class LegacyStore {
  /// The path, as it was given.
  public var path: String { database.path }
  /// Whether the file is one of *SQLite Persistent Objects*, and why.
  public let recognition: LegacyRecognition
  let database: DatabaseFile
  let layout: LegacyLayout
  /// The last keys, once they have been read. Reading the objects of each class needs those of all.
  var knownKeys: [String: Int64]?

  /// Opens a file.
  ///
  /// Throws `cannotOpen` if there is no file, if it may not be read, or if a program that stopped
  /// has left it half-written; `corrupt` if it is not a database, or is encrypted or damaged; and
  /// `busy` if a program locks it for longer than the timeout.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - busyTimeout: how long to wait for a program that is writing to the file.
  ///   - checksDamage: whether SQLite looks for damage first, which reads the whole file. Without
  ///     this check, a damaged file may yield wrong values; pass false to read the rest of a
  ///     damaged file.
  public init(
    _ path: String, busyTimeout: Duration = .seconds(2), checksDamage: Bool = true
  ) throws {
    database = try DatabaseFile(path, busyTimeout: busyTimeout)
    if checksDamage { try database.checkDamage() }
    layout = try LegacyLayout(database)
    recognition = LegacyRecognition(layout)
  }

  /// Throws `busy` if the file has changed since it was opened, which is possible only if it is
  /// read without SQLite's locks.
  func requireUnchanged() throws { try database.requireUnchanged() }
}
