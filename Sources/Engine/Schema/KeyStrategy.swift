import Foundation
import PersistentObjectsConnections

/// A strategy that assigns primary keys. A key is never assigned twice, not even after its row was
/// deleted and the store reopened. Code must not assume that keys are consecutive.
///
/// ```swift
/// struct ServerKeys: KeyStrategy {
///   let server: Int64
///   func nextKey(table: String, counted: () throws -> Int64) throws -> Int64 {
///     try counted() << 8 | server
///   }
/// }
/// let store = try Store(SQLiteConfiguration(path: "people.sqlite3"), keys: ServerKeys(server: 3))
/// ```
public protocol KeyStrategy: Sendable {
  /// Returns the key of a new row. `counted` returns the next number of the table's own counter,
  /// which costs one read and one write per transaction and table; a strategy that does not call it
  /// has no such cost.
  func nextKey(table: String, counted: () throws -> Int64) throws -> Int64
}

/// The keys 1, 2, 3 … for each table. The default.
///
/// See ``KeyStrategy``.
public struct CountedKeys: KeyStrategy {
  /// Creates the strategy.
  public init() {}

  /// Returns the next number of the table's counter.
  public func nextKey(table: String, counted: () throws -> Int64) throws -> Int64 { try counted() }
}

/// Keys that are generated in the process, for stores that are distributed over machines and merged
/// later: 41 bits of milliseconds since 2024, then 22 bits that start at random in each millisecond
/// and count up. The keys grow with time, so new rows are added at the end of the table's tree.
///
/// ```swift
/// let store = try Store(SQLiteConfiguration(path: "people.sqlite3"), keys: TimeOrderedKeys())
/// ```
///
/// Two processes that each make n keys in the same millisecond collide with a probability of about
/// n/2²⁰. A collision is a `constraintViolated` error, after which the transaction can be
/// tried again.
public final class TimeOrderedKeys: KeyStrategy {
  private let last = Guarded<Int64>(0)

  /// Creates the strategy.
  public init() {}

  /// Returns the next key, which is greater than all keys that this instance returned before.
  public func nextKey(table: String, counted: () throws -> Int64) throws -> Int64 {
    let start = 1_704_067_200.0  // 2024-01-01 in Unix time
    // A clock that is far off must not make keys that are negative.
    let time = max(0, (Date().timeIntervalSince1970 - start) * 1000)
    let milliseconds = Int64(time) & ((1 << 41) - 1)
    return last.withLock { last in
      last =
        milliseconds > last >> 22
        ? milliseconds << 22 | Int64.random(in: 0..<(1 << 21)) : last + 1
      return last
    }
  }
}
