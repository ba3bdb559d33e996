import Foundation

/// Gives out primary keys. A key that was given out is never given out again, also not after its
/// row has been deleted and the store reopened. Nothing may assume that keys are consecutive.
public protocol KeyStrategy: Sendable {
  /// The key of a new row. `counted` gives the next number of the table's own counter, which costs
  /// one read and one write per transaction and table; a strategy that does not call it costs none.
  func nextKey(table: String, counted: () throws -> Int64) throws -> Int64
}

/// 1, 2, 3 … for each table. The default.
public struct CountedKeys: KeyStrategy {
  /// The strategy.
  public init() {}

  /// The next number of the table's counter.
  public func nextKey(table: String, counted: () throws -> Int64) throws -> Int64 { try counted() }
}

/// Keys made in the process, for stores that are spread over machines and merged later: 41 bits of
/// milliseconds since 2024, then 22 bits that start at random in each millisecond and count up.
/// They grow with time, so new rows go to the end of the table's tree.
///
/// Two processes collide with a chance of about n²/2²³ for n keys made in the same millisecond; a
/// collision is a `constraintViolated` error, and the transaction can be tried again.
public final class TimeOrderedKeys: KeyStrategy {
  private let last = Guarded<Int64>(0)

  /// The strategy.
  public init() {}

  /// The next key; greater than all that this instance gave before.
  public func nextKey(table: String, counted: () throws -> Int64) throws -> Int64 {
    let start = 1_704_067_200.0  // 2024-01-01 in Unix time
    let milliseconds = Int64((Date().timeIntervalSince1970 - start) * 1000) & ((1 << 41) - 1)
    return last.withLock { last in
      last = max(last + 1, milliseconds << 22 | Int64.random(in: 0..<(1 << 21)))
      return last
    }
  }
}
