import PersistentObjectsDriver

/// Code of the program that the engine has called in the middle of an operation, and that must not
/// begin or end transactions of the session.
struct InnerCode {
  enum Kind {
    case hook(_HookKind, of: any PersistentObject)
    /// Codecs and key strategies, while objects are written.
    case writing
    /// Code of objects that are released while a transaction is rolled back.
    case rollingBack
  }

  let kind: Kind
  var isRollingBack: Bool { if case .rollingBack = kind { true } else { false } }
  /// The error for a forbidden action of the code. It is kept because the code may have swallowed
  /// it, and boxed, since this is copied around each save.
  var misuse: (any Error)?

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
        a deinit that runs while a transaction is rolled back must not \(action): other objects have \
        not been restored yet
        """
    }
    return PersistenceError(.hookMisused, message, context: .init(className: className))
  }
}
