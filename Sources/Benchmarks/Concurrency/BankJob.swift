/// The job of one of a thousand tasks.
enum BankJob: Sendable {
  case read([Int])
  case transfer(pair: Int)

  var isRead: Bool { if case .read = self { true } else { false } }
  var isWrite: Bool { !isRead }

  /// Returns jobs of which one in ten writes.
  static func jobs(_ count: Int) -> [BankJob] {
    var random = SplitMix(seed: 3)
    return (0..<count).map { number in
      let pairs = Bank.randomPairs(&random)
      return number.isMultiple(of: 10) ? .transfer(pair: pairs[0]) : .read(pairs)
    }
  }
}
