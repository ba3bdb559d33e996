import Foundation

/// The settings in the environment, to repeat a failure or to run longer.
enum Settings {
  /// `PERSISTENT_OBJECTS_SEED`: the seed of the first run; others follow it.
  static let seed = UInt64(variable("SEED") ?? "") ?? .random(in: 1...999_999_999)
  /// The number of runs, each with its own seed: `PERSISTENT_OBJECTS_RUNS`.
  static let runs = Int(variable("RUNS") ?? "") ?? 4
  /// `PERSISTENT_OBJECTS_STEPS`: how many steps a run has.
  static let steps = Int(variable("STEPS") ?? "") ?? 250
  /// `PERSISTENT_OBJECTS_KILLS`: how many processes are killed.
  static let kills = Int(variable("KILLS") ?? "") ?? 24

  private static func variable(_ name: String) -> String? {
    ProcessInfo.processInfo.environment["PERSISTENT_OBJECTS_\(name)"]
  }
}
