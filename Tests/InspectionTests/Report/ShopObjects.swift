@testable import PersistentObjectsReport

/// Sample objects of `ShopReport`'s classes.
enum ShopObjects {
  static func object(
    number: Int, of declared: ReportClass, in classes: [ReportClass],
    _ generator: inout SeededGenerator
  ) -> ReportObject {
    let columns = declared.columns.map {
      ReportProperty(name: $0.property, value: value(of: $0, &generator))
    }
    let collections = declared.childTables.map {
      ReportProperty(name: $0.property, value: elements(of: $0, &generator))
    }
    return ReportObject(
      key: "\(number + 1)", properties: columns + collections,
      referrers: referrers(of: declared, in: classes, &generator), omittedReferrers: number % 3)
  }

  private static func referrers(
    of declared: ReportClass, in classes: [ReportClass], _ generator: inout SeededGenerator
  ) -> [ReportReferrer] {
    classes.flatMap { other in
      other.columns.filter { $0.target == declared.name }.map { column in
        ReportReferrer(
          object: ReportLink(className: other.name, key: "\(1 + generator.below(14))"),
          property: column.property)
      }
    }
  }

  private static func value(
    of column: ReportColumn, _ generator: inout SeededGenerator
  ) -> ReportValue {
    if column.isOptional, generator.below(4) == 0 { return .null }
    if let target = column.target {
      return .reference(ReportLink(className: target, key: "\(1 + generator.below(14))"))
    }
    switch column.codec {
    case "data":
      return .bytes("89 50 4e 47 0d 0a 1a 0a 00 00 00 0d 49 48 44 52", count: 20_481)
    case "date-seconds":
      return .figure(ReportText("2026-0\(1 + generator.below(9))-14 08:12:00 UTC"))
    case "int": return .figure(ReportText("\(generator.below(9000))"))
    case "double", "decimal": return .figure(ReportText("\(generator.below(900)).25"))
    case "bool": return .figure("true")
    default:
      guard column.property == "text" else { return .text(ReportText(generator.pick(texts))) }
      return .text(ReportText(String(repeating: "All that was written about it. ", count: 400)))
    }
  }

  private static func elements(
    of table: ReportChildTable, _ generator: inout SeededGenerator
  ) -> ReportValue {
    let count = generator.below(7)
    let elements = (0..<count).map { index in
      ReportElement(
        key: table.shape == "dictionary" ? .text(ReportText("key \(index)")) : nil,
        value: table.target.map {
          .reference(ReportLink(className: $0, key: "\(1 + generator.below(14))"))
        } ?? .text(ReportText(generator.pick(texts))))
    }
    return .collection(elements, count: count == 6 ? 214 : count)
  }

  private static let texts =
    ShopStatistics.words + [
      "", "mixed القاهرة and 東京", "\u{202E}turned", "a\u{0}b", "e\u{301}\u{302}",
    ]
}
