public import PersistentObjects
import Testing

/// The errors of several things that a test tries one after another.
public struct ErrorLog {
  /// The failed attempts with their errors.
  public private(set) var errors: [(attempt: String, error: PersistenceError)] = []

  /// Creates an empty log.
  public init() {}

  /// Records the error that `body` throws. An error that is not one of this package's fails the
  /// test.
  public mutating func attempt(_ name: String, _ body: () async throws -> Void) async {
    do {
      try await body()
    } catch let error as PersistenceError {
      errors.append((name, error))
    } catch {
      Issue.record("\(name): \(error)")
    }
  }
}
