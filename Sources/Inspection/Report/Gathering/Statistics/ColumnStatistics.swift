import Foundation
import PersistentObjects
import PersistentObjectsDriver
import PersistentObjectsInspection

/// Gathers the statistics of a column, row by row.
struct ColumnStatistics {
  private let reading: ColumnReading
  private let shown: ShownValues
  private let aspect: ValueAspect
  private var values = 0
  private var nulls = 0
  private var frequent: FrequentValues
  private var spread: ValueSpread
  private var ratios = ValueSpread(isWhole: false)
  private var least: Extreme?
  private var greatest: Extreme?

  /// The least or greatest value so far, and its measure.
  fileprivate struct Extreme {
    let number: Double?
    let cell: KeptCell
  }

  /// Creates empty statistics.
  ///
  /// - Parameter capacity: the number of different values to count.
  init(of reading: ColumnReading, _ aspect: ValueAspect, _ shown: ShownValues, capacity: Int) {
    self.reading = reading
    self.shown = shown
    self.aspect = aspect
    frequent = FrequentValues(capacity: capacity)
    spread = ValueSpread(isWhole: aspect.isWhole)
  }

  /// Adds the cell of a row. A cell that its codec cannot read counts as a value, but has no
  /// measure.
  mutating func add(_ row: Row) {
    values += 1
    let cell = row[reading.position]
    if case .null = cell {
      nulls += 1
      return
    }
    frequent.add(hash(cell, row)) { [shown, reading] in shown.line(of: reading, in: row) }
    guard let measure = aspect.measure else {
      if aspect.isOrdered { compare(cell, nil) }
      return
    }
    guard let number = try? reading.number(measure, in: row) else { return }
    spread.add(number)
    if number >= 0 { ratios.add(ReportHistogram.logarithm(of: number)) }
    // Texts are not sorted by their lengths.
    if aspect.isOrdered { compare(cell, aspect.isOfLengths ? nil : number) }
  }

  private func hash(_ cell: Cell, _ row: Row) -> Int {
    var hasher = Hasher()
    hasher.combine(cell)
    if let place = reading.classPosition { hasher.combine(row[place]) }
    return hasher.finalize()
  }

  private mutating func compare(_ cell: Cell, _ number: Double?) {
    if let number, number.isNaN { return }
    if least.map({ $0.order(of: cell, number) < 0 }) ?? true {
      least = Extreme(number: number, cell: KeptCell(cell))
    }
    if greatest.map({ $0.order(of: cell, number) > 0 }) ?? true {
      greatest = Extreme(number: number, cell: KeptCell(cell))
    }
  }

  /// The gathered statistics.
  var statistics: ReportStatistics {
    ReportStatistics(
      values: values, nulls: nulls, distinct: frequent.distinct, least: text(least),
      greatest: text(greatest), frequent: frequent.frequent, histogram: histogram)
  }

  private var histogram: ReportHistogram? {
    guard let measure = aspect.measure, !isTold else { return nil }
    let isSkewed = measure != .dates && spread.isSkewed && ratios.total == spread.total
    return ReportHistogram(
      measure, isSkewed ? ratios : spread, isLogarithmic: isSkewed, from: spread.least,
      to: spread.greatest)
  }

  /// Whether the most frequent values are all the values, so that their lengths add nothing.
  private var isTold: Bool {
    guard case .exactly(let count) = frequent.distinct else { return false }
    return aspect.isOfLengths && count == frequent.frequent.count
  }

  private func text(_ extreme: Extreme?) -> ReportText? {
    extreme.map { shown.text(of: reading, $0.cell) }
  }
}

extension ColumnStatistics.Extreme {
  /// Returns less than 0 if a value comes before this one, and more than 0 if it comes after it.
  /// Numbers decide first, because stored forms may sort differently.
  fileprivate func order(of cell: Cell, _ number: Double?) -> Int {
    if let number, let own = self.number, number != own { return number < own ? -1 : 1 }
    return self.cell.order(of: cell)
  }
}

extension Hasher {
  fileprivate mutating func combine(_ cell: Cell) {
    switch cell {
    case .null: combine(0)
    case .integer(let integer): combine(integer)
    case .real(let real): combine(real)
    case .text(let bytes):
      combine(bytes: bytes)
      combine(true)
    case .bytes(let bytes): combine(bytes: bytes)
    }
  }
}
