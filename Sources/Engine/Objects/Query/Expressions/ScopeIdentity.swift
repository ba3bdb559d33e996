import Synchronization

/// The identity of the object or element that a closure's argument stands for. Each call of a
/// closure has its own, so that nested closures can name the arguments of the outer ones.
struct ScopeIdentity: Hashable {
  private let number: Int
  private static let last = Atomic(0)

  private init(number: Int) { self.number = number }

  /// Creates a new identity.
  init() { number = Self.last.add(1, ordering: .relaxed).newValue }

  /// The object of the innermost query.
  static let own = ScopeIdentity(number: 0)
}
