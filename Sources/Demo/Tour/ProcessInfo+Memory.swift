import Foundation

extension ProcessInfo {
  /// The maximum amount of memory that the program has had so far, in bytes; nil if the system does
  /// not say, such as one without `/proc`.
  var peakMemory: Int? {
    #if canImport(Darwin)
      var usage = rusage()
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #else
      // What `getrusage` reports includes the program that became this one, such as SwiftPM after
      // `swift run`.
      let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
      let kibibytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first
      return kibibytes.flatMap { Int($0) }.map { $0 * 1024 }
    #endif
  }
}
