import PersistentObjects
import PersistentObjectsInspection

extension ReportCheck {
  /// Creates the result of a file's check as a report shows it.
  init(_ check: FileCheck, of classes: [ReportClass], _ file: InspectedFile) {
    let findings = check.findings.map { ReportFinding($0, file) }
    self.findings = [.error, .warning, .unknown].flatMap { severity in
      findings.filter { $0.severity == severity }
    }
    verdict = findings.isEmpty ? .sound : check.isSound ? .unknown : .flawed
    let rows = Dictionary(classes.map { ($0.name, $0.rows) }, uniquingKeysWith: max)
    examined = check.classes.map {
      ReportExamination(name: $0.name, objects: $0.objects, total: rows[$0.name] ?? $0.objects)
    }
    scope = file.foreign == nil ? Self.words(check.classes) : Self.wordsOnTables(check.classes)
  }

  private static func wordsOnTables(_ tables: [ClassCheck]) -> String? {
    guard !tables.isEmpty else { return nil }
    let cells = tables.reduce(0) { $0 + $1.cells }
    return """
      \(cells.counted("cell")) of \(tables.count.counted("table")) were read. Foreign keys were checked.
      """
  }

  private static func words(_ classes: [ClassCheck]) -> String? {
    guard !classes.isEmpty else { return nil }
    let cells = classes.reduce(0) { $0 + $1.cells }
    let unknown = classes.reduce(0) { $0 + $1.unknownCells }
    let rest = unknown > 0 ? "; \(unknown.grouped) have codecs of the program's own" : ""
    return """
      \(cells.counted("cell")) of \(classes.count.counted("class", "classes")) were read by their \
      codecs\(rest). References, positions and counters were checked.
      """
  }
}

extension ReportFinding {
  /// Creates a finding, with a link to its object if there is one.
  init(_ finding: FileCheck.Finding, _ file: InspectedFile) {
    let place = [finding.table, finding.column].compactMap(\.self).joined(separator: ".")
    self.init(
      severity: Severity(finding.kind), table: place.isEmpty ? "the database" : place,
      text: finding.message, remedy: finding.remedy)
    guard let table = finding.table, let pk = finding.pk else { return }
    let owner = file.catalog.classTable(of: table)
    object = ReportLink(className: file.classNames.name(of: owner), key: "\(pk)")
  }
}

extension ReportFinding.Severity {
  fileprivate init(_ kind: FileCheck.Kind) {
    self =
      switch kind {
      case .database, .reference, .record, .load, .value, .position, .presence: .error
      case .counter: .warning
      case .unknown: .unknown
      }
  }
}
