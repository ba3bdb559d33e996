import Foundation
import PersistentObjects

// A process that exists to be killed: `crash-writer PATH WRITER LENT CHECKPOINT RESHAPES`.
//
// It writes one transaction after another. After each it prints the number of transactions that
// this writer has finished, one number per line; the first line is the number that it found. It
// ends when it is killed, or when its output is no longer read.

@main
enum CrashWriter {
  static func main() {
    do {
      guard let arguments = Arguments(CommandLine.arguments) else {
        throw CocoaError(.featureUnsupported)
      }
      try run(arguments)
    } catch {
      FileHandle.standardError.write(Data("crash-writer: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func run(_ arguments: Arguments) throws {
    var configuration = SQLiteConfiguration(path: arguments.path)
    configuration.walAutocheckpoint = arguments.checkpoint
    configuration.busyTimeout = .seconds(60)
    let store = try Store(configuration)
    let session = Session(store: store)
    let shipping = Shipping(writer: arguments.writer)
    say(try shipping.done(in: session))
    if arguments.reshapes { reshape(arguments.path) }
    while true {
      if arguments.isLent {
        say(try store.blocking.transaction { try shipping.write(in: $0) })
      } else {
        say(try session.transaction { try shipping.write(in: session) })
      }
    }
  }

  /// Changes the file's schema meanwhile.
  private static func reshape(_ path: String) {
    Task.detached {
      do {
        try await Reshaping(path: path).run()
      } catch {
        FileHandle.standardError.write(Data("crash-writer, reshaping: \(error)\n".utf8))
        exit(1)
      }
    }
  }

  /// Writes immediately, without a buffer that would die with the process.
  private static func say(_ done: Int) {
    FileHandle.standardOutput.write(Data("\(done)\n".utf8))
  }
}

private struct Arguments {
  let path: String
  let writer: Int
  /// Whether each transaction has its own session.
  let isLent: Bool
  let checkpoint: Int
  /// Whether the process changes the schema meanwhile.
  let reshapes: Bool

  init?(_ words: [String]) {
    guard words.count == 6, let writer = Int(words[2]), let isLent = Bool(words[3]),
      let checkpoint = Int(words[4]), let reshapes = Bool(words[5])
    else { return nil }
    path = words[1]
    self.writer = writer
    self.isLent = isLent
    self.checkpoint = checkpoint
    self.reshapes = reshapes
  }
}
