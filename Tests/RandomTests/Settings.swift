import Foundation
import TestSupport

/// The settings in the environment, for repeating a failure or running longer.
enum Settings {
  /// The seed of the first run, from which the others follow: `PERSISTENT_OBJECTS_SEED`.
  static let seed = RandomNumbers.processSeed
  /// The number of runs, each with its own seed: `PERSISTENT_OBJECTS_RUNS`.
  static let runs = Int(variable("RUNS") ?? "") ?? 4
  /// The number of steps in a run: `PERSISTENT_OBJECTS_STEPS`.
  static let steps = Int(variable("STEPS") ?? "") ?? 250
  /// The number of processes that are killed: `PERSISTENT_OBJECTS_KILLS`.
  static let kills = Int(variable("KILLS") ?? "") ?? 24

  private static func variable(_ name: String) -> String? {
    ProcessInfo.processInfo.environment["PERSISTENT_OBJECTS_\(name)"]
  }
}
