/// Reports the progress of gathering: all rows are read twice, by the check and for statistics.
final class ReportProgress {
  private let tell: (_ done: Int, _ total: Int) throws -> Void
  private var total = 0
  private var done = 0
  private var failure: (any Error)?

  init(_ tell: @escaping (_ done: Int, _ total: Int) throws -> Void) { self.tell = tell }

  /// Notes the progress of the check. An error of the receiver waits for ``endCheck()``.
  func hear(checked: Int, of rows: Int) {
    (done, total) = (checked, 2 * rows)
    guard failure == nil else { return }
    do { try tell(done, total) } catch { failure = error }
  }

  /// Continues with statistics.
  func endCheck() throws {
    if let failure { throw failure }
    done = total / 2
  }

  /// Counts a row, and reports each thousand.
  func countRow() throws {
    done += 1
    if done % 1000 == 0 { try tell(min(done, total), total) }
  }

  /// Reports that everything is done.
  func end() throws { try tell(total, total) }
}
