/// Code of the program's that the engine has called in the midst of something, and that must leave the
/// session's transactions alone.
struct InnerCode {
  enum Kind {
    case hook(_HookKind, of: any PersistentObject)
    /// Codecs, and what gives out keys, while objects are written.
    case writing
    /// Code of objects that die while others go back to what they were before a transaction.
    case rollingBack
  }

  let kind: Kind
  /// The error of what it did and must not do. Kept, since it may have swallowed the error.
  var misuse: PersistenceError?

  func refusal(of action: String) -> PersistenceError {
    var className: String?
    let message: String
    switch kind {
    case .hook(let hook, let object):
      className = type(of: object)._entity.className
      message = """
        \(className ?? "").\(hook)() must not \(action): hooks may read, change objects and insert new \
        ones; do the rest in session.afterCommit { }
        """
    case .writing:
      message = """
        a codec or a key strategy must not \(action) while objects are being written; do it before, \
        or in session.afterCommit { }
        """
    case .rollingBack:
      message = """
        what dies while a transaction is rolled back must not \(action): other objects are still to go \
        back to what they were
        """
    }
    return PersistenceError(.hookMisused, message, context: .init(className: className))
  }
}
