/// The threads on which `store.session` and `store.transaction` run their closures.
///
/// ```swift
/// let total = try await store.session(on: .storeThreads) { session in
///   try Account.query.value(.sum(\.balance), in: session)
/// }
/// ```
public enum SessionThreads: Sendable {
  /// The thread of the calling task, which saves two hops between threads and is best for short
  /// work. Slow statements do not take all of Swift's shared threads: one of these always stays
  /// free of sessions that are not known to be short. Those sessions then run on the store's
  /// threads, and so do sessions that have to wait for a connection. Sessions called on the main
  /// actor run on a shared thread, not on the main thread.
  case whereCalled
  /// The store's own threads, which statements may block for as long as they run.
  case storeThreads
}
