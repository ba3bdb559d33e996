/// The events of which objects can be told; each case has the name of a method.
public enum _HookKind: Int, Sendable {
  case willSave, didSave, willInsert, didInsert, willUpdate, didUpdate, willDelete, didDelete
  case willRevert, didRevert, didLoad
  /// Rules, and the method that checks an object as a whole.
  case validate
}

/// A method by which a class is told of an event of its objects; the macro makes one of these for
/// each that the class declares. Overrides are found as for any method.
public struct _Hook<Object: PersistentObject>: Sendable {
  let kind: _HookKind
  let call: @Sendable (AnyObject) throws -> Void

  /// Describes a method.
  public init(_ kind: _HookKind, _ call: @escaping @Sendable (Object) throws -> Void) {
    self.kind = kind
    // The engine passes a hook only objects of the class that declares it.
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

  /// The function that calls a hook; nil if the class has none of that kind.
  subscript(kind: _HookKind) -> (@Sendable (AnyObject) throws -> Void)? { calls[kind] }

  /// Whether the class has one of several hooks.
  func contains(_ kinds: _HookKind...) -> Bool { kinds.contains { calls[$0] != nil } }
}
