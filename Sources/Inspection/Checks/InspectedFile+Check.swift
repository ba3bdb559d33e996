import PersistentObjects
import PersistentObjectsEngine

extension InspectedFile {
  /// Checks the file: the database's own check, references, records and counters. A deep check also
  /// reads every cell by its codec, and checks the positions of elements. A check reads the whole
  /// file once, and a deep check twice, in constant memory except for the findings.
  ///
  /// - Parameters:
  ///   - isDeep: whether to read cells.
  ///   - mostFindings: the maximum number of findings per class, so that the check of a badly
  ///     damaged file ends.
  ///   - progress: called with the number of rows checked so far, and the number of all rows.
  public func check(
    isDeep: Bool = false, mostFindings: Int = 1000,
    progress: @escaping (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws -> FileCheck {
    let report = try IntegrityCheck(connection).run()
    var check = FileCheck(findings: report.problems.map(FileCheck.Finding.init), classes: [])
    guard isDeep else { return check }
    // Rows that cannot be counted are reported when they are read.
    var rows = RowProgress(total: (try? rowCount()) ?? 0, progress)
    for model in model.classes {
      var reading = ClassCheckReading(model.table, self, mostFindings)
      try reading.run(&rows)
      check.findings += reading.findings
      check.classes.append(reading.counts)
    }
    return check
  }

  private func rowCount() throws -> Int {
    try catalog.records.keys.filter { catalog.tables[$0] != nil }.reduce(0) {
      try $0 + rowCount(of: $1)
    }
  }
}

/// Counts rows, and reports after every thousand and after the last one.
struct RowProgress {
  let total: Int
  private var done = 0
  private let tell: (Int, Int) -> Void

  init(total: Int, _ tell: @escaping (Int, Int) -> Void) {
    self.total = total
    self.tell = tell
  }

  mutating func countRow() {
    done += 1
    if done % 1000 == 0 || done == total { tell(done, total) }
  }
}

extension FileCheck.Finding {
  fileprivate init(_ problem: IntegrityReport.Problem) {
    let (kind, remedy): (FileCheck.Kind, String) =
      switch problem.kind {
      case .database:
        (.database, "restore the file from a backup, or save what can be read by export")
      case .danglingReference: (.reference, "delete the reference, or restore the object")
      case .record: (.record, "restore the file from a backup")
      case .keyCounter:
        (.counter, "save an object of the class: counting continues after the last key")
      }
    self.init(kind: kind, table: problem.table, message: problem.message, remedy: remedy)
  }
}
