/// Work on a store that begins with a given file.
struct Scene: Sendable {
  let name: String
  /// Makes the file.
  var prepare: @Sendable (Bench) async throws -> Void = { _ in }
  /// Finds the objects to work with.
  var hold: @Sendable (Bench) async throws -> Void = { _ in }
  /// The steps.
  let work: @Sendable (Bench) async throws -> Void

  static let all: [Scene] =
    opening + saving + [goingOn, deleting, lending, reading] + upkeep + [copying]
}
