import Foundation

extension RandomNumbers {
  /// The seed of this process; `PERSISTENT_OBJECTS_SEED` sets it.
  public static let processSeed: UInt64 =
    ProcessInfo.processInfo.environment["PERSISTENT_OBJECTS_SEED"].flatMap { UInt64($0) }
    ?? .random(in: 1...999_999_999)

  /// Two seeds that are the same in each run, and that of the process. A test with these arguments
  /// shows the seed that it failed with.
  public static let seeds: [UInt64] = [1, 2] + [processSeed].filter { ![1, 2].contains($0) }

  /// Makes numbers from the seed of the process, and prints it.
  public static func printed(_ name: String) -> RandomNumbers {
    print("\(name): PERSISTENT_OBJECTS_SEED=\(processSeed)")
    return RandomNumbers(seed: processSeed)
  }
}
