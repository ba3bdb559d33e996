import Foundation

/// The memory of processes, as Linux tells it.
enum Memory {
  /// Has the C library keep what is freed. It would give much of it back to the system, and who comes
  /// next after that pays for the pages that the one who comes after him finds: of two contestants
  /// who fetch a million objects in turns, the first took more than twice the time of the second,
  /// whoever it was.
  static func keepFreed() {
    // No module has it; other C libraries do not either, and keep what is freed or not as they like.
    guard let symbol = dlsym(nil, "mallopt") else { return }
    typealias Option = @convention(c) (_ parameter: Int32, _ value: Int32) -> Int32
    let setOption = unsafeBitCast(symbol, to: Option.self)
    let (trimThreshold, mapThreshold): (Int32, Int32) = (-1, -3)
    _ = setOption(trimThreshold, .max)
    _ = setOption(mapThreshold, 1 << 25)
  }

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
