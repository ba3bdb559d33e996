@testable import PersistentObjectsReport

/// A file with very many classes that refer to each other.
enum ManyClasses {
  static func content(count: Int) -> ReportContent {
    var generator = SeededGenerator(seed: count)
    let classes = (0..<count).map { number in
      ReportClass(
        name: "Class\(number)", table: "class\(number)",
        superclass: number.isMultiple(of: 9) ? "Class\(number / 9)" : nil, rows: number * 10,
        bytes: number * 400,
        columns: (0..<8).map { column($0, count: count, &generator) },
        samples: (0..<5).map { object("\($0)", count: count, &generator) })
    }
    return ReportContent(
      title: "many.store", figures: [ReportFigure(name: "Classes", value: .count(count))],
      check: ReportCheck(verdict: .sound), classes: classes)
  }

  private static func column(
    _ number: Int, count: Int, _ generator: inout SeededGenerator
  ) -> ReportColumn {
    var column = ReportColumn(
      property: "property\(number)", column: "property\(number)", storage: "TEXT", codec: "string")
    if number == 0 { column.target = "Class\(generator.below(count))" }
    column.statistics = ReportStatistics(
      values: 1000, nulls: generator.below(1000), distinct: .exactly(7), least: "a", greatest: "z",
      frequent: [ReportFrequency(value: .text("frequent"), count: 12)])
    return column
  }

  private static func object(
    _ key: String, count: Int, _ generator: inout SeededGenerator
  ) -> ReportObject {
    let link = ReportLink(className: "Class\(generator.below(count))", key: "1")
    return ReportObject(
      key: key,
      properties: [
        ReportProperty(name: "property0", value: .reference(link)),
        ReportProperty(name: "property1", value: .text("text")),
      ])
  }
}
