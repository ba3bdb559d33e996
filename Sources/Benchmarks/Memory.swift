import Foundation

/// The memory of processes, as Linux tells it.
enum Memory {
  /// The peak of this process's resident memory in KiB.
  static func peak() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line.flatMap { Int($0.split(separator: " ")[1]) } ?? 0
  }

  /// The peak of a process of its own that inserts and fetches as one of the contestants.
  static func peak(of contestant: String, count: Int) throws -> Int {
    let output = try ChildProcess.outputOfSelf(["--memory-of", contestant, "--count", "\(count)"])
    return Int(output.filter(\.isNumber)) ?? 0
  }
}
