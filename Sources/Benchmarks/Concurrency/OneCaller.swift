import PersistentObjects

/// Short sessions of one caller, one after another, while there are no others.
@MainActor
enum OneCaller {
  nonisolated private static let count = 2_000
  nonisolated private static let pairs = (0..<count).map { number in
    (0..<5).map { (number * 7 + $0 * 211) % Bank.pairs }
  }

  static func run(_ options: Options) throws -> Table {
    let folder = try TemporaryFolder()
    let engine = try EngineBank(path: folder.path("engine"), readers: 4)
    let raw = try RawBank(path: folder.path("raw"))
    let tellers = [
      ("", try raw.teller()),
      ("; raw: `sqlite3_exec`", try raw.teller(preparesTransactions: false)),
    ]
    var table = Table(comparing: "Short sessions of one caller", unit: "µs")
    for style in Style.allCases {
      for (addition, teller) in tellers {
        var (reads, transfers) = (Comparison(), Comparison())
        for round in 0..<options.rounds * 3 {
          try reads.addRound(
            round, "reads", engine: { try style.read(pairs, of: engine) },
            raw: { try repeated { try teller.read(pairs[$0]) } })
          try transfers.addRound(
            round, "transfers", engine: { try style.transfer(count, of: engine) },
            raw: { try repeated { try teller.transfer(1, inPair: $0 % Bank.pairs) } })
        }
        table.append("\(style.rawValue), 10 accounts found\(addition)", reads, per: count)
        table.append("\(style.rawValue), 2 found and changed\(addition)", transfers, per: count)
      }
    }
    table.note = """
      Each a session or a transaction. Raw: BEGIN and COMMIT on an open connection, prepared once, or \
      parsed each time by `sqlite3_exec`.
      """
    return table
  }

  private static func repeated(_ body: (Int) throws -> Void) rethrows -> Int {
    for number in 0..<count { try body(number) }
    return count
  }

  /// The ways to call.
  private enum Style: String, CaseIterable {
    case blocking = "`store.blocking`"
    case whereCalled = "where called"
    case storeThreads = "on the store's threads"

    func read(_ pairs: [[Int]], of bank: EngineBank) throws -> Int {
      if self == .blocking {
        for some in pairs { try bank.readBlocking(some) }
        return pairs.count
      }
      return try Task.waiting { [threads] in
        for some in pairs { try await bank.read(some, on: threads) }
        return pairs.count
      }
    }

    func transfer(_ count: Int, of bank: EngineBank) throws -> Int {
      if self == .blocking {
        for number in 0..<count { try bank.transferBlocking(1, inPair: number % Bank.pairs) }
        return count
      }
      return try Task.waiting { [threads] in
        for number in 0..<count {
          try await bank.transfer(1, inPair: number % Bank.pairs, on: threads)
        }
        return count
      }
    }

    private var threads: SessionThreads {
      self == .storeThreads ? .storeThreads : .whereCalled
    }
  }
}
