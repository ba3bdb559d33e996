import Foundation
import PersistentObjects
import PersistentObjectsInspection

/// Gathers the contents of a report on a file.
struct ReportGathering {
  let file: InspectedFile
  let limits: ReportLimits
  let progress: ReportProgress
  /// The figures; nil if they could not be read.
  private let figures: FileFigures?
  /// Remarks on the parts of the whole file that could not be gathered.
  private var remarks: [String] = []

  init(_ file: InspectedFile, _ limits: ReportLimits, _ progress: ReportProgress) throws {
    self.file = file
    self.limits = limits
    self.progress = progress
    do {
      figures = try file.figures()
    } catch let error as PersistenceError {
      figures = nil
      remarks.append("The figures of tables and indices could not be read: \(error.message)")
    }
  }

  func report() throws -> FileReport {
    let check = try deepCheck()
    var content = ReportContent(title: URL(fileURLWithPath: file.path).lastPathComponent)
    if file.foreign != nil { content.kind = "An SQLite database; its tables are shown as classes" }
    content.classes = try classes()
    content.check = ReportCheck(check, of: content.classes, file)
    let overview = ReportOverview(file: file, figures: figures, classes: content.classes)
    content.remarks = overview.remarks + remarks
    content.figures = overview.totals
    content.settings = overview.settings
    var samples = SampleGathering(file, limits, content.check)
    try samples.gather(for: &content.classes)
    content.titles = SampleTitles(file: file).titles(in: content.classes, content.check)
    try progress.end()
    return FileReport(check: check, content: content, limits: limits)
  }

  /// The maximum number of findings of all classes. A report has no room for more, which would only
  /// take memory.
  private static let mostFindings = 4_000

  /// Runs a deep check. If it cannot go on, that is a finding, too.
  private func deepCheck() throws -> FileCheck {
    let most = max(10, Self.mostFindings / max(file.model.classes.count, 1))
    do {
      let check = try file.check(isDeep: true, mostFindings: most, progress: progress.hear)
      try progress.endCheck()
      return check
    } catch let error as PersistenceError {
      try progress.endCheck()
      return FileCheck(damage: error)
    }
  }

  /// Returns the classes, those with the most objects first.
  private func classes() throws -> [ReportClass] {
    let sizes = Dictionary(
      (figures?.classes ?? []).map { ($0.table.name, $0) }, uniquingKeysWith: { first, _ in first })
    let indices = ReportIndices(file)
    return try file.model.classes.map { model in
      let gathering = ClassGathering(
        model: model, file: file, figures: sizes[model.table], indices: indices)
      return try gathering.shown(progress)
    }.sorted { ($1.rows, $0.name) < ($0.rows, $1.name) }
  }
}
