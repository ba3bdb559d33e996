/// The statements that were sent in a pipeline, and the results that were taken of it.
struct SentStatements {
  private var count = 0
  private var takenCount = 0
  /// The statements whose results need attention, in order.
  private var marked: [Marked] = []
  private var takenMarks = 0

  struct Marked {
    fileprivate let number: Int
    /// Whether the result of its preparation comes first.
    let isPreparedBefore: Bool
    /// The statement, if it is one that stores share.
    let statement: SharedStatement?
  }

  mutating func add() { count += 1 }

  mutating func add(_ call: StatementCall, isPreparedBefore: Bool) {
    count += 1
    var shared: SharedStatement?
    if case .shared(let statement) = call { shared = statement }
    if shared == nil && !isPreparedBefore { return }
    marked.append(
      Marked(number: count, isPreparedBefore: isPreparedBefore, statement: shared))
  }

  /// Goes on to the next result. Returns nil if it needs no attention.
  mutating func take() -> Marked? {
    takenCount += 1
    guard takenMarks < marked.count, marked[takenMarks].number == takenCount else { return nil }
    takenMarks += 1
    return marked[takenMarks - 1]
  }
}
