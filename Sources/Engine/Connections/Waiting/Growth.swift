/// The policy for how many connections of a role, or threads of a store, there are: a usual number
/// is made at once; more, up to a limit, if somebody has waited for a while; and these end when
/// they have been idle for a while.
struct Growth: Sendable {
  let usual: Int
  let limit: Int

  /// The time to wait before there is one more: longer than most work takes, so that short work
  /// shares the few connections whose pages are in memory.
  static let patience = Duration.milliseconds(10)
  /// The time after which an idle one ends.
  static let idleLimit = Duration.seconds(10)

  init(usual: Int, limit: Int) {
    self.usual = min(limit, usual)
    self.limit = limit
  }

  /// Returns whether there may be one more than `count`. Beyond the usual number, there may be for
  /// somebody who has waited since an instant, if `now` is given and that is long enough.
  func allowsMore(
    than count: Int, since start: Deadlines.Instant?, at now: Deadlines.Instant?
  ) -> Bool {
    if count < usual { return true }
    guard count < limit, let now, let start else { return false }
    return start + Self.patience <= now
  }
}
