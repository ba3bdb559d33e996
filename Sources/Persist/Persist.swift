import Foundation
import PersistentObjectsCommandLine

/// The program.
@main
enum Persist {
  static func main() {
    StandardStreams.reserve()
    let surroundings = Surroundings.ofProcess(Program.persist.name)
    surroundings.interruption.listen()
    let words = Array(CommandLine.arguments.dropFirst())
    let status = Program.persist.run(words, in: surroundings)
    exit(status.rawValue)
  }
}
