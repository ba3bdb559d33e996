import Foundation
import PersistentObjectsInspection

/// The part above all classes: the location of the file, its figures and its settings.
struct ReportOverview {
  let file: InspectedFile
  let figures: FileFigures?
  let classes: [ReportClass]

  var remarks: [String] {
    let now = InspectedValue.moment(Date()).plain.prefix(16)
    let made = "Made \(now) UTC by persist report"
    return file.path.contains("/") ? [file.path, made] : [made]
  }

  /// The figures shown large.
  var totals: [ReportFigure] {
    let elements = classes.flatMap(\.childTables).reduce(0) { $0 + ($1.rows ?? 0) }
    let rows = classes.reduce(0) { $0 + $1.rows }
    if file.foreign != nil {
      return [
        ReportFigure(name: "Rows", value: .count(rows)),
        ReportFigure(name: "Tables", value: .count(classes.count)),
      ] + sizes
    }
    return [
      ReportFigure(name: "Objects", value: .count(rows)),
      ReportFigure(name: "Classes", value: .count(classes.count)),
      ReportFigure(name: "Elements", value: .count(elements), note: "of collections"),
    ] + sizes
  }

  private var sizes: [ReportFigure] {
    guard let figures else { return [] }
    let indices = (figures.classes.flatMap { [$0.table] + $0.childTables } + figures.otherTables)
      .flatMap(\.indices).reduce(0) { $0 + ($1.bytes ?? 0) }
    return [
      ReportFigure(name: "Size", value: .bytes(figures.bytes), note: "of the database"),
      ReportFigure(name: "Indices", value: .bytes(indices), note: "of that"),
    ] + free(figures) + log(figures.logBytes ?? 0)
  }

  private func free(_ figures: FileFigures) -> [ReportFigure] {
    guard let count = figures.freePageCount else { return [] }
    let share = Double(share: count, of: figures.pageCount)
    return [ReportFigure(name: "Free", value: .share(share), note: "of its pages, used again")]
  }

  private func log(_ bytes: Int) -> [ReportFigure] {
    bytes > 0 ? [ReportFigure(name: "Log", value: .bytes(bytes), note: "beside the database")] : []
  }

  /// The settings in the file.
  var settings: [ReportFigure] {
    guard let figures else { return [] }
    let pages = [
      ReportFigure(name: "Page size", value: .bytes(figures.pageSize)),
      ReportFigure(name: "Pages", value: .count(figures.pageCount)),
    ]
    let free = figures.freePageCount.map { ReportFigure(name: "Free pages", value: .count($0)) }
    return pages + [free].compactMap(\.self)
      + figures.settings.sorted { $0.key < $1.key }.map {
        ReportFigure(name: $0.key, value: .text($0.value))
      }
  }
}
