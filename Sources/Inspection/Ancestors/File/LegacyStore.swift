import PersistentObjects

/// A file that *SQLite Persistent Objects* wrote, opened to be read.
///
/// The file, its journal mode and its folder stay as they are. All reading is of the state in which the
/// file was opened.
///
/// Isolation: not `Sendable`; used by one thread at a time.
public final class LegacyStore {
  /// The path, as it was given.
  public var path: String { database.path }
  /// Whether the file is one of those, and why.
  public let recognition: LegacyRecognition
  let database: DatabaseFile
  let layout: LegacyLayout

  /// Opens a file.
  ///
  /// Throws `cannotOpen` where there is no file, it may not be read, or a program that stopped has left it
  /// half-written; `corrupt` where it is no database, encrypted or damaged; and `busy` where a program keeps
  /// it to itself for longer than the timeout.
  ///
  /// - Parameters:
  ///   - busyTimeout: how long a program that is writing to the file is waited for.
  ///   - checksDamage: whether SQLite looks for damage first, which reads the whole file. Without that
  ///     a damaged file may give wrong values; use it to read what is left of one.
  public init(
    _ path: String, busyTimeout: Duration = .seconds(2), checksDamage: Bool = true
  ) throws {
    database = try DatabaseFile(path, busyTimeout: busyTimeout)
    if checksDamage { try database.checkDamage() }
    layout = try LegacyLayout(database)
    recognition = LegacyRecognition(layout)
  }

  /// Throws `busy` if the file is not what it was when it was opened, which can only be where SQLite's locks
  /// are not used.
  func requireUnchanged() throws { try database.requireUnchanged() }
}
