/// The threads on which `store.session` and `store.transaction` run their closures.
public enum SessionThreads: Sendable {
  /// The thread of the task that calls, which saves two hops between threads and is best for short work.
  /// Slow statements do not take all of Swift's shared threads: one of these always stays free of sessions
  /// that are not known to be short, which then run on the store's threads; so do sessions that have to
  /// wait for a connection. Sessions called on the main actor run on a shared thread, not on the main one.
  case whereCalled
  /// The store's own threads, which statements may block as long as they take.
  case storeThreads
}
