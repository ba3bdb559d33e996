import Synchronization

/// The object or element that the argument of a closure stands for. Each call of a closure has its own, so
/// that closures inside each other can name what the outer ones were given.
struct ScopeIdentity: Hashable {
  private let number: Int
  private static let last = Atomic(0)

  private init(number: Int) { self.number = number }

  /// Makes a new one.
  init() { number = Self.last.add(1, ordering: .relaxed).newValue }

  /// The object of the innermost query.
  static let own = ScopeIdentity(number: 0)
}
