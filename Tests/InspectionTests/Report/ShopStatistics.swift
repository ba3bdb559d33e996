@testable import PersistentObjectsReport

/// Plausible statistics of `ShopReport`'s columns.
enum ShopStatistics {
  static let words = [
    "Ada", "Grace", "Edsger", "Barbara", "Niklaus", "Berlin", "Zürich", "Łódź", "東京", "القاهرة",
    "garden hose, 20 m", "Who wrote this?", "paid", "open", "returned", "👩‍🚀 crew",
  ]

  static func of(
    _ column: ReportColumn, rows: Int, _ generator: inout SeededGenerator
  ) -> ReportStatistics {
    var statistics = ReportStatistics(
      values: rows, nulls: column.isOptional ? generator.below(rows / 2 + 1) : 0,
      distinct: rows > 100_000 ? .atLeast(10_000) : .exactly(1 + generator.below(rows)))
    let (least, greatest) = range(of: column)
    statistics.least = ReportText(least)
    statistics.greatest = ReportText(greatest)
    if column.storage == "TEXT" { statistics.frequent = frequent(rows, &generator) }
    statistics.histogram = histogram(of: column, rows: rows, &generator)
    return statistics
  }

  private static func range(of column: ReportColumn) -> (String, String) {
    switch column.codec {
    case "date-seconds": ("2009-03-01 08:12:00", "2026-11-21 23:59:12.5")
    case "int", "reference": ("1", "9120")
    case "double": ("-0.25", "99.99")
    case "decimal": ("0.00", "184,220.10")
    case "data": ("89504e47…", "ffd8ffe0…")
    case "bool": ("false", "true")
    default: ("Ada", "東京")
    }
  }

  private static func frequent(
    _ rows: Int, _ generator: inout SeededGenerator
  ) -> [ReportFrequency] {
    var count = rows / 4 + 1
    return (0..<5).map { _ in
      count = count * 2 / 3 + 1
      return ReportFrequency(value: .text(ReportText(generator.pick(words))), count: count)
    }
  }

  private static func histogram(
    of column: ReportColumn, rows: Int, _ generator: inout SeededGenerator
  ) -> ReportHistogram? {
    guard column.codec != "reference", column.codec != "bool" else { return nil }
    let (measure, from, to): (ReportHistogram.Measure, String, String) =
      switch column.codec {
      case "date-seconds": (.dates, "2009", "2026")
      case "data": (.byteLengths, "12", "204,800")
      case "string": (.textLengths, "0", "96")
      default: (.numbers, "0", "9,120")
      }
    let middle = Double(generator.below(20)) + 2
    let bins = (0..<24).map { bin in
      let distance = (Double(bin) - middle) / 5
      let share = 1 / (1 + distance * distance) * Double(80 + generator.below(20))
      return ReportHistogram.Bin(
        from: bin == 0 ? from : "\(bin * 4)", to: bin == 23 ? to : "\(bin * 4 + 3)",
        count: Int(share) * rows / 1000)
    }
    return ReportHistogram(measure: measure, bins: bins)
  }
}
