import Foundation

/// The memory of processes, as Linux reports it.
enum Memory {
  /// Makes the C library keep freed memory. Otherwise it would return much of it to the system, and
  /// the next allocations would pay for new pages: when two contestants fetched a million objects
  /// in turns, the first one took more than twice as long as the second, whichever it was.
  static func keepFreed() {
    // No module declares this function; other C libraries lack it, and may or may not keep freed
    // memory.
    guard let symbol = dlsym(nil, "mallopt") else { return }
    typealias Option = @convention(c) (_ parameter: Int32, _ value: Int32) -> Int32
    let setOption = unsafeBitCast(symbol, to: Option.self)
    let (trimThreshold, mapThreshold): (Int32, Int32) = (-1, -3)
    _ = setOption(trimThreshold, .max)
    _ = setOption(mapThreshold, 1 << 25)
  }

  /// Returns the peak of this process's resident memory in KiB.
  static func peak() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line.flatMap { Int($0.split(separator: " ")[1]) } ?? 0
  }

  /// Returns the peak of a separate process that inserts and fetches as one of the contestants.
  static func peak(of contestant: String, count: Int) throws -> Int {
    let output = try ChildProcess.outputOfSelf(["--memory-of", contestant, "--count", "\(count)"])
    return Int(output.filter(\.isNumber)) ?? 0
  }
}
