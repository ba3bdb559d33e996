/// What a class can be told of; each is a method of that name.
public enum _HookKind: Int, Sendable {
  case willSave, didSave, willInsert, didInsert, willUpdate, didUpdate, willDelete, didDelete
  case willRevert, didRevert, didLoad
  /// Rules, and the method that checks an object as a whole.
  case validate
}

/// A method of a class that is told of what happens to its objects; the macro makes one for each
/// that the class declares. Which override of it runs is found as for any method.
public struct _Hook<Object: PersistentObject>: Sendable {
  let kind: _HookKind
  let call: @Sendable (AnyObject) throws -> Void

  /// Describes a method.
  public init(_ kind: _HookKind, _ call: @escaping @Sendable (Object) throws -> Void) {
    self.kind = kind
    // The engine only ever hands a hook objects of the class that declares it.
    self.call = { try call(unsafeDowncast($0, to: Object.self)) }
  }
}

/// The hooks of a class, inherited ones included.
struct Hooks: Sendable {
  private var calls: [_HookKind: @Sendable (AnyObject) throws -> Void] = [:]

  init<Object: PersistentObject>(_ own: [_Hook<Object>], inherited: Hooks?) {
    calls = inherited?.calls ?? [:]
    for hook in own { calls[hook.kind] = hook.call }
  }

  var isEmpty: Bool { calls.isEmpty }

  /// What calls a hook; nil if the class has none of that kind.
  subscript(kind: _HookKind) -> (@Sendable (AnyObject) throws -> Void)? { calls[kind] }

  /// Whether the class has one of several hooks.
  func contains(_ kinds: _HookKind...) -> Bool { kinds.contains { calls[$0] != nil } }
}
