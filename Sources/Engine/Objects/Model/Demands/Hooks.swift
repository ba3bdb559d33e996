/// The events that objects can be notified of. Each case has the name of a method.
public enum _HookKind: Int, Sendable {
  case willSave, didSave, willInsert, didInsert, willUpdate, didUpdate, willDelete, didDelete
  case willRevert, didRevert, didLoad
  /// The check of an object's rules. It is not a hook, but the same calls are refused during it.
  case validate
}

/// A method that notifies an object of an event. The macro makes one of these for each hook method
/// that a class declares.
public struct _Hook<Object: PersistentObject>: Sendable {
  let kind: _HookKind
  let isOverride: Bool
  let call: @Sendable (AnyObject) throws -> Void

  /// Creates the description of a hook method.
  public init(
    _ kind: _HookKind, isOverride: Bool = false,
    _ call: @escaping @Sendable (Object) throws -> Void
  ) {
    self.kind = kind
    self.isOverride = isOverride
    // The engine passes a hook only objects of the class that declares it.
    self.call = { try call(unsafeDowncast($0, to: Object.self)) }
  }
}

/// The hooks of a class, inherited ones included.
struct Hooks: Sendable {
  private var calls: [_HookKind: @Sendable (AnyObject) throws -> Void] = [:]

  init<Object: PersistentObject>(_ own: [_Hook<Object>], inherited: Hooks?) {
    calls = inherited?.calls ?? [:]
    for hook in own { add(hook) }
  }

  /// Adds a hook, which runs after the inherited one. Calling the inherited one runs an override,
  /// as for any method.
  private mutating func add(_ hook: _Hook<some PersistentObject>) {
    let call = hook.call
    guard let inherited = calls[hook.kind] else {
      calls[hook.kind] = call
      return
    }
    if hook.isOverride { return }
    calls[hook.kind] = { object in
      try inherited(object)
      try call(object)
    }
  }

  var isEmpty: Bool { calls.isEmpty }

  /// The function that calls the hook of a kind; nil if the class has none.
  subscript(kind: _HookKind) -> (@Sendable (AnyObject) throws -> Void)? { calls[kind] }

  /// Whether the class has at least one of several hooks.
  func contains(_ kinds: _HookKind...) -> Bool { kinds.contains { calls[$0] != nil } }
}
