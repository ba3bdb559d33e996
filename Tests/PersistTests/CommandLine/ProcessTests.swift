import Foundation
import Testing

@testable import PersistentObjectsCommandLine
@testable import persist

@Suite struct ProcessTests {
  @Test(arguments: [
    ("persist --version", 0, "persist 0.1.0\n", ""),
    ("persist", 2, "", "persist: a verb is missing\nTry: persist help\n"),
    (
      "persist info nowhere.db", 3, "",
      "persist: nowhere.db cannot be opened: No such file or directory\n"
    ),
    (
      "persist --version >&-", 3, "",
      "persist: the standard output cannot be written: Bad file descriptor\n"
    ),
    ("persist --version 2>&-", 0, "persist 0.1.0\n", ""),
    (
      "persist generate - -o Model <&-", 3, "",
      "persist: the standard input cannot be read: Bad file descriptor\n"
    ),
    ("persist 2>&-", 2, "", ""),
    (
      "NO_COLOR=1 persist help | head -n 1", 0,
      "persist: Inspect, check and copy a store, and generate classes from it\n", ""
    ),
  ])
  func endsWithItsStatus(line: String, status: Int32, output: String, error: String) throws {
    let result = try Executable.persist().run(line: line)
    #expect(result.status == status)
    #expect(result.output == output)
    #expect(result.error == error)
  }

  @Test func endsQuietlyWhenNobodyReads() throws {
    let (pipe, error, process) = (Pipe(), Pipe(), Process())
    process.executableURL = try Executable.persist().url
    process.arguments = ["help"]
    process.standardOutput = pipe
    process.standardError = error
    try pipe.fileHandleForReading.close()
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 141)
    #expect(error.fileHandleForReading.availableData.isEmpty)
  }

  #if os(Linux)
    @Test(.timeLimit(.minutes(10))) func endsAtControlCWhileItWaitsForItsReader() throws {
      let (pipe, process) = (Pipe(), Process())
      Self.fill(pipe)
      process.executableURL = try Executable.persist().url
      process.arguments = ["help"]
      process.standardOutput = pipe
      // The program would ignore the signal if the tests ignored it.
      let former = signal(SIGINT, SIG_DFL)
      defer { signal(SIGINT, former) }
      try process.run()
      while !Self.listens(process.processIdentifier) { sched_yield() }
      kill(process.processIdentifier, SIGINT)
      process.waitUntilExit()
      #expect(process.terminationReason == .exit)
      #expect(process.terminationStatus == 130)
    }

    /// Fills a pipe, so that the next write blocks.
    private static func fill(_ pipe: Pipe) {
      let descriptor = pipe.fileHandleForWriting.fileDescriptor
      let flags = fcntl(descriptor, F_GETFL)
      _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
      let bytes = [UInt8](repeating: 0, count: 4096)
      while write(descriptor, bytes, bytes.count) > 0 {}
      _ = fcntl(descriptor, F_SETFL, flags)
    }

    /// Whether a process handles SIGINT itself, according to the system.
    private static func listens(_ process: Int32) -> Bool {
      let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
      let line = status?.split(separator: "\n").first { $0.hasPrefix("SigCgt:") }
      let mask = line.flatMap { UInt64($0.dropFirst(8), radix: 16) } ?? 0
      return mask & (1 << UInt64(SIGINT - 1)) != 0
    }
  #endif
}
