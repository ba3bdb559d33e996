import Foundation
import PersistentObjectsAncestors
import PersistentObjectsCommandLine

/// Imports a file of SQLite Persistent Objects, and prints what was imported.
struct LegacyImporting {
  let old: LegacyStore
  let map: LegacyMap
  let zone: TimeZone
  let output: Output

  /// - Parameter target: the new store; nil to print only what would be imported.
  func run(into target: FilePath?) throws -> ExitStatus {
    let translation = try old.translation(
      map: map, calendar: LegacyCalendar(timeZone: zone, yearsAhead: map.yearsAhead),
      progress: progress("reading", total: nil))
    let total = Int(clamping: translation.summary.objectCount)
    try target?.making(output) { path in
      try old.write(translation, to: path, progress: progress("writing", total: total))
    }
    output.progressLine.end()
    try output.document { document in
      try printClasses(of: translation, in: &document)
      if target == nil { try printProperties(of: translation, in: &document) }
      try printDoubts(about: translation, in: &document)
    }
    let hasLosses = translation.summary.allDoubts.contains { $0.first.kind.weight == .loss }
    return hasLosses ? .found : .success
  }

  private func progress(_ label: String, total: Int?) -> (_ done: Int) throws -> Void {
    let (report, interruption) = (output.progress, output.interruption)
    return { done in
      try interruption.check()
      report(done, total, label)
    }
  }

  // MARK: - What is printed

  private func printClasses(
    of translation: LegacyTranslation, in document: inout OutputDocument
  ) throws {
    let columns = ["class", "table", "objects", "lastKey"].map { OutputColumn($0) }
    try document.rows("classes", title: "Classes", isMain: true, columns) { append in
      for type in translation.summary.classes {
        let name = translation.className(ofTable: type.type.table)
        try append([
          .text(name), .text(type.type.table), .integer(type.objectCount),
          type.type.lastKey.map(OutputValue.integer) ?? .null,
        ])
      }
    }
  }

  private func printProperties(
    of translation: LegacyTranslation, in document: inout OutputDocument
  ) throws {
    let columns = ["class", "property", "type", "table", "column", "values"].map {
      OutputColumn($0)
    }
    try document.rows("properties", title: "Properties", columns) { append in
      for line in translation.properties {
        try append([
          .text(line.className), .text(line.property), .text(line.type), .text(line.table),
          .text(ifAny: line.column), .text(Self.words(for: line.forms)),
        ])
      }
    }
  }

  private func printDoubts(
    about translation: LegacyTranslation, in document: inout OutputDocument
  ) throws {
    let doubts = translation.summary.allDoubts.sorted {
      $0.first.kind.weight > $1.first.kind.weight
    }
    let columns = [
      OutputColumn("weight", colors: ["loss": .red, "doubt": .yellow]), OutputColumn("table"),
      OutputColumn("column"), OutputColumn("kind"), OutputColumn("count"), OutputColumn("keys"),
      OutputColumn("words"),
    ]
    try document.rows("doubts", title: "Doubts", columns) { append in
      for doubt in doubts {
        try append([
          .text(doubt.first.kind.weight.rawValue), .text(ifAny: doubt.first.table),
          .text(ifAny: doubt.first.column), .text(doubt.first.kind.name),
          .integer(Int64(doubt.count)), .list(doubt.keys.map(OutputValue.integer)),
          .text(doubt.first.words),
        ])
      }
    }
  }

  /// Returns a text such as `3 date, 1 null`.
  private static func words(for forms: [String: Int64]) -> String {
    forms.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
  }
}
