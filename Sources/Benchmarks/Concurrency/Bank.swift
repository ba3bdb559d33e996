/// The constants of all accounts.
enum Bank {
  static let pairs = 1000
  static let openingBalance = 1000

  /// Returns the keys of a pair's accounts.
  static func keys(ofPair pair: Int) -> (Int64, Int64) {
    (Int64(pair * 2 + 1), Int64(pair * 2 + 2))
  }

  static func randomPairs(_ random: inout SplitMix) -> [Int] {
    (0..<5).map { _ in Int(random.next() % UInt64(pairs)) }
  }

  /// The number of accounts that are read at a time.
  static let accountsPerRead = 10

  static func checkSum(_ first: Int, _ second: Int) throws {
    guard first + second == 2 * openingBalance else { throw TornRead() }
  }
}

/// An error for a reader that saw one half of a transaction.
struct TornRead: Error, CustomStringConvertible {
  var description: String {
    "a reader saw one half of a transaction: an account is missing, or a pair has another sum"
  }
}
