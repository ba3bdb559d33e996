public import PersistentObjects

/// Carries a value into a closure that must be `Sendable` and runs on the same thread, as the
/// closures of `store.blocking` do.
///
/// `@unchecked Sendable`: only for such closures.
public struct Confined<Value>: @unchecked Sendable {
  /// The value.
  public let value: Value

  /// Wraps a value.
  public init(_ value: Value) { self.value = value }
}

extension Store {
  /// Lends a session to `body`, which may use anything of the test on this thread.
  public func lendSession<R>(_ body: (Session) throws -> R) throws -> R {
    try withoutActuallyEscaping(body) { body in
      let confined = Confined(body)
      return try blocking.session { Confined(try confined.value($0)) }.value
    }
  }

  /// Lends a transaction to `body`, which may use anything of the test on this thread.
  public func lendTransaction<R>(_ body: (Session) throws -> R) throws -> R {
    try withoutActuallyEscaping(body) { body in
      let confined = Confined(body)
      return try blocking.transaction { Confined(try confined.value($0)) }.value
    }
  }
}
