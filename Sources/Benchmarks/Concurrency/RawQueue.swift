import Synchronization

/// Jobs that threads take one by one.
final class RawQueue: Sendable {
  private let jobs: [BankJob]
  private let position = Atomic(0)

  init(_ jobs: [BankJob]) { self.jobs = jobs }

  func next() -> BankJob? {
    let position = position.add(1, ordering: .relaxed).oldValue
    return position < jobs.count ? jobs[position] : nil
  }
}
