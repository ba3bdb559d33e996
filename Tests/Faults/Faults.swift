import CFaults
import Foundation
import PersistentObjects

// Makes each file operation and allocation of SQLite fail in turn, and simulates a power failure at
// each moment:
//
//     faults [--long] [--samples N] [--seed N] [--only SCENE[:KIND[:SPAN[:NUMBER]]]]
//
// KIND is one of `Fault.Kind`, and SPAN one of `Fault.Span`; for power failures KIND is
// `full-power` or `normal-power`, and SPAN one of `Disk.Loss`. A run fails if an error is
// misleading, if objects or file are changed, or if the same work does not succeed when it is
// repeated.

@main
enum Faults {
  static func main() async throws {
    guard po_faults_install() == 0 else { fatalError("SQLite is in use already") }
    let options = try Options(Array(CommandLine.arguments.dropFirst()))
    if try await !isSound(options) { exit(EXIT_FAILURE) }
  }

  /// Whether something was tried, and nothing was wrong.
  private static func isSound(_ options: Options) async throws -> Bool {
    defer { try? FileManager.default.removeItem(atPath: options.folder) }
    let (failures, crashes) = (try await failEach(options), try await crashAtEach(options))
    if failures.runs + crashes.images == 0 { say("! --only names nothing that can be run") }
    return failures.runs + crashes.images > 0 && failures.complaints + crashes.complaints == 0
  }

  private static func failEach(_ options: Options) async throws -> Tally {
    var tally = Tally()
    for scene in Scene.all where options.includes(scene.name) {
      let loop = try await FaultLoop(scene, options)
      for kind in Fault.Kind.allCases where options.includes(kind: kind.rawValue) {
        for span in Fault.Span.allCases where options.includes(span) {
          try await loop.run(kind, span, into: &tally)
        }
      }
    }
    tally.print()
    return tally
  }

  private static func crashAtEach(_ options: Options) async throws -> CrashTally {
    var tally = CrashTally()
    for scene in Scene.all where options.includes(scene.name) {
      for mode in [SQLiteConfiguration.Synchronous.full, .normal]
      where options.includes(kind: "\(mode)-power") {
        try await CrashLoop(scene, options, mode).run(into: &tally)
      }
    }
    if tally.images > 0 { say("power failures: \(tally.images) disks") }
    return tally
  }
}
