import Synchronization

/// Counts the objects of one test that are alive.
public final class Lifetimes: Sendable {
  /// The lifetimes of the test in this task.
  @TaskLocal public static var current: Lifetimes?

  private let alive = Atomic<Int>(0)

  /// Starts counting at 0.
  public init() {}

  /// The number of live objects.
  public var count: Int { alive.load(ordering: .sequentiallyConsistent) }

  fileprivate func add(_ number: Int) { alive.add(number, ordering: .sequentiallyConsistent) }
}

/// A value that lives as long as the object that holds it.
public final class Lifetime: Sendable {
  private let lifetimes = Lifetimes.current

  /// Starts counting.
  public init() { lifetimes?.add(1) }

  deinit { lifetimes?.add(-1) }
}
