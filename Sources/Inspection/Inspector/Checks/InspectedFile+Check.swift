import PersistentObjects

extension InspectedFile {
  /// Checks the file: the database's own check, references, records and counters. A deep check also
  /// reads every cell by its codec, and checks the positions of elements. A check reads the whole
  /// file once, and a deep check twice, in constant memory except for the findings.
  ///
  /// - Parameters:
  ///   - isDeep: whether to read cells.
  ///   - mostFindings: the maximum number of findings per class, so that the check of a badly
  ///     damaged file ends.
  ///   - progress: called with the number of rows checked so far, and the number of all rows; its
  ///     errors end the check.
  public func check(
    isDeep: Bool = false, mostFindings: Int = 1000,
    progress: @escaping (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) throws -> FileCheck {
    var check = FileCheck(findings: try findings(), classes: [])
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

  /// Returns the findings about the whole file.
  private func findings() throws -> [FileCheck.Finding] {
    let load = try unfinishedLoad()
    let problems = try IntegrityCheck(connection).run().problems
    let indices = problems.contains { $0.kind == .database } ? indicesByPage() : [:]
    let findings = problems.map { problem in
      FileCheck.Finding(problem, indices: indices, isPartlyLoaded: load != nil)
    }
    return try [load].compactMap(\.self) + findings + indexFindings()
  }

  /// Returns the finding for a load in batches that was begun and not finished.
  private func unfinishedLoad() throws -> FileCheck.Finding? {
    guard catalog.tables[LoadMark.table] != nil, let mark = try LoadMark(connection).read() else {
      return nil
    }
    return FileCheck.Finding(
      kind: .load, table: LoadMark.table,
      message: "a load in batches has stopped after \(mark.lines) lines", remedy: LoadMark.remedy)
  }

  private func indexFindings() throws -> [FileCheck.Finding] {
    do {
      return try IndexRecordCheck(catalog, connection).findings
    } catch let error as PersistenceError where error.code == .corrupt {
      // The database's own check has found the damage.
      return []
    }
  }

  private func rowCount() throws -> Int {
    try catalog.records.keys.filter { catalog.tables[$0] != nil }.reduce(0) {
      try $0 + rowCount(of: $1)
    }
  }
}

/// Counts rows, and reports after every thousand and after the last one.
package struct RowProgress {
  let total: Int
  private var done = 0
  private let tell: (Int, Int) throws -> Void

  package init(total: Int, _ tell: @escaping (Int, Int) throws -> Void) {
    self.total = total
    self.tell = tell
  }

  package mutating func countRow() throws {
    done += 1
    if done % 1000 == 0 || done == total { try tell(done, total) }
  }
}

extension FileCheck.Finding {
  /// - Parameters:
  ///   - indices: the names of indices by the number of their first page.
  ///   - isPartlyLoaded: whether the rest of the lines may have what is missing.
  fileprivate init(
    _ problem: IntegrityReport.Problem, indices: [Int: String], isPartlyLoaded: Bool
  ) {
    let (kind, remedy): (FileCheck.Kind, String)
    var subject: String?
    switch problem.kind {
    case .database where problem.dangling == nil:
      let damage = DamageRemedy(problem.message, indices: indices)
      (kind, remedy, subject) = (.database, damage.words, damage.index)
    case .database, .danglingReference:
      kind = .reference
      remedy = isPartlyLoaded ? LoadMark.remedy : Self.remedyForReferences
      subject = problem.dangling?.target
    case .record:
      kind = .record
      remedy = "restore the file from a backup, or correct its records with another program"
    case .keyCounter:
      kind = .counter
      remedy = "save an object of the class: counting continues after the last key"
    }
    self.init(
      kind: kind, table: problem.table, column: problem.dangling?.column, message: problem.message,
      remedy: remedy, subject: subject)
  }

  private static let remedyForReferences = """
    restore the missing objects from a backup (export there, load here), or else set these \
    references to NULL; delete those in collections
    """
}
