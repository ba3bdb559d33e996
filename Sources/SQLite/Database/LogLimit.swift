import CSQLite
import Foundation
import PersistentObjectsDriver

/// Keeps the write-ahead log of a connection that writes as short as configured.
///
/// SQLite begins the log anew only at a moment when nobody reads from it. While short reads overlap
/// there is no such moment, so beyond the limit the writer waits for one between two transactions.
/// Those that begin to read meanwhile do not wait: the log has been copied by then, so they read
/// from the file alone. So the wait is as long as the longest read that was running.
///
/// If that takes longer than the writer's patience, the log grows on, and the writer does not wait
/// again before all those reads have ended.
final class LogLimit {
  /// The first wait for readers, which doubles with each vain one up to the longest.
  private static let shortestWait = Duration.milliseconds(200)
  private static let longestWait = Duration.milliseconds(800)
  /// The longest wait for one mark of readers. SQLite waits until nobody holds the mark, even if
  /// later readers, which hold up nothing, have moved it to the end of the log; a new attempt sees
  /// that.
  private static let attempt = Duration.milliseconds(10)
  /// The pause after a vain wait, as a multiple of it.
  private static let pause = 3

  /// The length, in pages, at which a commit copies the log into the file; 0 means never.
  private let copiedLength: Int
  /// The length, in pages, beyond which the log has to begin anew.
  private let limit: Int
  /// The length after the last commit.
  private var length = 0
  /// The number of pages that the last copying has found in the file.
  private var copied = 0
  /// The length at which a wait was vain; nil if none was since the log began anew.
  private var vainLength: Int?
  private var wait = shortestWait
  private var nextWait = ContinuousClock.now

  /// Whether the log is longer than it may be, and a wait for its readers is not likely to be in
  /// vain.
  var isExceeded: Bool { length > limit && mayWait }

  init(_ configuration: SQLiteConfiguration, pageSize: Int) {
    let copiedLength = max(0, configuration.walAutocheckpoint)
    let size = configuration.walSizeLimit.map { max(0, $0) / max(1, pageSize) }
    self.copiedLength = copiedLength
    limit = copiedLength == 0 ? .max : size.map { max($0, copiedLength) } ?? .max
  }

  /// Makes SQLite report each commit. The connection retains this object as long as it is open.
  func install(in database: DatabaseHandle) {
    sqlite3_wal_hook(
      database.pointer,
      { context, pointer, name, pages in
        // Other programs' files may be attached.
        guard let context, let name, strcmp(name, "main") == 0 else { return SQLITE_OK }
        Unmanaged<LogLimit>.fromOpaque(context).takeUnretainedValue()
          .didCommit(Int(pages), to: pointer)
        // Anything else would be reported as the failure of the commit.
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func didCommit(_ pages: Int, to pointer: OpaquePointer?) {
    if pages < length { didBeginAnew() }
    length = pages
    guard copiedLength > 0, pages >= copiedLength else { return }
    _ = copy(SQLITE_CHECKPOINT_PASSIVE, in: pointer)
  }

  /// Makes the log begin anew, and waits for those who read from it.
  func beginAnew(in database: DatabaseHandle) {
    // After the first, a log begins to be written over; one that is far too long is cut at once.
    let mode = length > 2 * limit ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_RESTART
    let end = ContinuousClock.now + wait
    var code = SQLITE_BUSY
    while code == SQLITE_BUSY, .now < end {
      code = database.waiting(upTo: Self.attempt) { copy(mode, in: database.pointer) }
    }
    if code == SQLITE_OK { return didBeginAnew() }
    vainLength = length
    nextWait = .now + wait * Self.pause
    wait = min(wait * 2, Self.longestWait)
  }

  /// Whether nobody reads any more what held up the last wait.
  private var mayWait: Bool {
    guard let vainLength else { return true }
    return copied >= vainLength && .now >= nextWait
  }

  private func didBeginAnew() {
    (length, copied) = (0, 0)
    (vainLength, wait) = (nil, Self.shortestWait)
  }

  private func copy(_ mode: Int32, in pointer: OpaquePointer?) -> Int32 {
    var total: Int32 = 0
    var done: Int32 = 0
    let code = sqlite3_wal_checkpoint_v2(pointer, "main", mode, &total, &done)
    if done >= 0 { copied = Int(done) }
    return code
  }
}
