import PersistentObjects
import PersistentObjectsEngine

extension InspectedFile {
  /// Checks the file: the database's own check, references, records and counters. A deep check also
  /// reads every cell by its codec, and the positions of elements. Reads the whole file once, a
  /// deep check twice; in constant memory, except for findings.
  ///
  /// - Parameters:
  ///   - isDeep: whether cells are read.
  ///   - mostFindings: the maximum number of findings for each class, so that checking a badly
  ///     damaged file ends.
  ///   - progress: called with the number of checked rows, and of all.
  public func check(
    isDeep: Bool = false, mostFindings: Int = 1000,
    progress: @escaping (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws -> FileCheck {
    let report = try IntegrityCheck(connection).run()
    var check = FileCheck(findings: report.problems.map(FileCheck.Finding.init), classes: [])
    guard isDeep else { return check }
    // Rows that cannot be counted are found when they are read.
    var rows = RowProgress(total: (try? rowCount()) ?? 0, progress)
    for model in model.classes {
      var reading = ClassCheckReading(model, catalog, connection, mostFindings)
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

/// Counts rows, and reports each thousand.
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
      case .danglingReference: (.reference, "delete the reference, or bring the object back")
      case .record: (.record, "restore the file from a backup")
      case .keyCounter:
        (.counter, "save an object of the class: counting goes on after the last key")
      }
    self.init(kind: kind, table: problem.table, message: problem.message, remedy: remedy)
  }
}
