import Foundation
import PersistentObjects

/// The entry point. It reads the command line, runs the demo, and turns errors into an exit status.
@main
@MainActor
struct Demo {
  static func main() {
    // A closed pipe is an error of `write`, not a signal that would leave the database behind.
    signal(SIGPIPE, SIG_IGN)
    occupyStandardStreams()
    exit(run(CommandLine.arguments.dropFirst()))
  }

  /// Opens streams that are closed, so that no other file gets their numbers.
  private static func occupyStandardStreams() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDWR)
    }
  }

  private static func run(_ arguments: some Sequence<String>) -> Int32 {
    do {
      switch try Options.parse(arguments) {
      case .showHelp: try Output().write(Options.help)
      case .showVersion: try Output().write("demo 0.1.0")
      case .run(let options): return try run(options) ? EXIT_SUCCESS : EXIT_FAILURE
      }
      return EXIT_SUCCESS
    } catch is OutputClosed {
      return OutputClosed.exitStatus
    } catch {
      report(error)
      return error is UsageError ? UsageError.exitStatus : EXIT_FAILURE
    }
  }

  /// Runs all chapters; returns whether every check held.
  private static func run(_ options: Options) throws -> Bool {
    let path = try options.inputPath()
    let importing = ImportChapter(try ControlFileReader(path: path))
    let database = try DemoDatabase(options)
    return try database.use {
      let tour = try Tour(database)
      defer { tour.end() }
      try tour.show(importing)
      database.markComplete()
      try tour.showChapters(onPackagesOf: path == "-" ? "FILE" : path)
      return tour.checks.allHold
    }
  }

  nonisolated static func report(_ error: any Error) {
    let text = Style(for: .error).red("demo: ") + "\(error)\n"
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
