/// A position in a server's log: two hexadecimal numbers of 32 bits, with a slash between.
struct LogPosition: Comparable {
  static let start = LogPosition(number: 0)

  private let number: UInt64

  private init(number: UInt64) { self.number = number }

  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("+") ? nil : UInt32($0, radix: 16) }
    guard parts.count == 2, let high = parts[0], let low = parts[1] else { return nil }
    number = UInt64(high) << 32 | UInt64(low)
  }

  static func < (left: LogPosition, right: LogPosition) -> Bool { left.number < right.number }
}
