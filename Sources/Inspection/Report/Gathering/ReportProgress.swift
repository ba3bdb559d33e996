/// Reports the progress of gathering. All rows are read twice: by the check, and for the
/// statistics.
final class ReportProgress {
  private let tell: (_ done: Int, _ total: Int) throws -> Void
  private var total = 0
  private var done = 0
  private var failure: (any Error)?

  init(_ tell: @escaping (_ done: Int, _ total: Int) throws -> Void) { self.tell = tell }

  /// Reports the progress of the check. The receiver's errors end it, and ``endCheck()`` throws
  /// them again, so that they are not taken for a finding.
  func hear(checked: Int, of rows: Int) throws {
    (done, total) = (checked, 2 * rows)
    do {
      try tell(done, total)
    } catch {
      failure = error
      throw error
    }
  }

  /// Ends the check, so that counting continues with the statistics.
  func endCheck() throws {
    if let failure { throw failure }
    done = total / 2
  }

  /// Counts a row, and reports after every thousand rows.
  func countRow() throws {
    done += 1
    if done % 1000 == 0 { try tell(min(done, total), total) }
  }

  /// Reports that everything is done.
  func end() throws { try tell(total, total) }
}
