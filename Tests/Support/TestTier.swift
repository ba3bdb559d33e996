import Foundation
public import Testing

/// The tests that run: those of each commit, or also those that take long.
///
/// `PERSISTENT_OBJECTS_TIER` chooses; without it, the tests of each commit run.
public enum TestTier: String, Sendable {
  /// The tests of `make test`.
  case commit
  /// All tests, also those that only `make test-more` runs.
  case more

  /// The tier that the environment asks for; any word but `more` stands for the first.
  public static let current =
    ProcessInfo.processInfo.environment["PERSISTENT_OBJECTS_TIER"].flatMap(Self.init) ?? .commit
}

extension Trait where Self == ConditionTrait {
  /// Leaves a test that takes long to `make test-more`.
  public static var takesLong: Self {
    .enabled(if: TestTier.current == .more, "make test-more runs it")
  }
}
