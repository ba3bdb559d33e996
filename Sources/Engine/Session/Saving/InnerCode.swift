/// Code of the program's that the engine has called in the midst of something, and that must leave the
/// session's transactions alone.
struct InnerCode {
  enum Kind {
    case hook(_HookKind, className: String)
    /// Codecs, and what gives out keys, while objects are written.
    case writing
    /// Code of objects that die while others go back to what they were before a transaction.
    case rollingBack
  }

  let kind: Kind
  /// The error of what it did and must not do. Kept, since it may have swallowed the error.
  var misuse: PersistenceError?

  func refusal(of action: String) -> PersistenceError {
    switch kind {
    case .hook(let hook, let className):
      PersistenceError(
        .hookMisused,
        """
        \(className).\(hook)() must not \(action): hooks may read, change objects and insert new \
        ones; do the rest in session.afterCommit { }
        """,
        context: .init(className: className))
    case .writing:
      PersistenceError(
        .hookMisused,
        """
        a codec or a key strategy must not \(action) while objects are being written; do it before, \
        or in session.afterCommit { }
        """)
    case .rollingBack:
      PersistenceError(
        .hookMisused,
        """
        what dies while a transaction is rolled back must not \(action): other objects are still to go \
        back to what they were
        """)
    }
  }
}
