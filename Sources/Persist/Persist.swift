import Foundation

/// The program.
@main
enum Persist {
  static func main() {
    StandardStreams.reserve()
    let surroundings = Surroundings.ofProcess()
    surroundings.interruption.listen()
    let words = Array(CommandLine.arguments.dropFirst())
    let status = Program.persist.run(words, in: surroundings)
    exit(status.rawValue)
  }
}
