import Foundation
import PersistentObjects
import PersistentObjectsCodecs
import PersistentObjectsDriver
import PersistentObjectsInspection

/// The statistics to show for a codec's values, in addition to their frequency.
struct ValueAspect {
  /// Whether the least and the greatest value are meaningful.
  var isOrdered = false
  /// The measure of the histogram.
  var measure: ReportHistogram.Measure?
  /// Whether all measured numbers are integers.
  var isWhole = false

  /// Whether the histogram shows lengths instead of values.
  var isOfLengths: Bool { measure == .textLengths || measure == .byteLengths }

  /// Creates the aspect of a column's values; references have none.
  init(of column: SchemaCatalog.RecordedColumn?) {
    guard let column, !CodecIdentifier.isReference(column.codec) else {
      self.init()
      return
    }
    if let known = StandardCodec.named(column.codec) {
      self.init(codec: column.codec, type: known.type)
    } else {
      self.init(storage: column.storage)
    }
  }

  /// Creates the aspect of a standard codec.
  private init(codec: String, type: String) {
    switch type {
    case "Int", "UInt", "UInt128": self.init(isOrdered: true, measure: .numbers, isWhole: true)
    case "Double", "Float", "Decimal", "NSNumber": self.init(isOrdered: true, measure: .numbers)
    case "Date", "CalendarDay": self.init(isOrdered: true, measure: .dates)
    case "String" where codec == "text", "URL":
      self.init(isOrdered: true, measure: .textLengths, isWhole: true)
    case "String", "Data": self.init(measure: .byteLengths, isWhole: true)
    case "Duration", "Character", "TimeZone", "Locale": self.init(isOrdered: true)
    default: self.init(untyped: codec)
    }
  }

  /// Creates the aspect of a standard codec whose type the file does not record.
  private init(untyped codec: String) {
    switch codec {
    case "case-name": self.init(isOrdered: true)
    case "json", "jsonb": self.init(measure: .textLengths, isWhole: true)
    case "keyed-archive": self.init(measure: .byteLengths, isWhole: true)
    default: self.init()
    }
  }

  /// Creates the aspect of an unknown codec's stored form.
  private init(storage: String) {
    switch storage {
    case "\(StorageClass.integer)": self.init(isOrdered: true, measure: .numbers, isWhole: true)
    case "\(StorageClass.real)": self.init(isOrdered: true, measure: .numbers)
    case "\(StorageClass.text)": self.init(isOrdered: true, measure: .textLengths, isWhole: true)
    case "\(StorageClass.bytes)": self.init(measure: .byteLengths, isWhole: true)
    default: self.init()
    }
  }

  private init(
    isOrdered: Bool = false, measure: ReportHistogram.Measure? = nil, isWhole: Bool = false
  ) {
    self.isOrdered = isOrdered
    self.measure = measure
    self.isWhole = isWhole
  }
}

extension ColumnReading {
  /// Returns the number that a histogram counts; nil if the cell has none.
  ///
  /// Throws if the codec cannot read the cell.
  func number(_ measure: ReportHistogram.Measure, in row: Row) throws -> Double? {
    switch (measure, row[position]) {
    case (.textLengths, .text(let utf8)):
      Double(utf8.scalarCount)
    case (.byteLengths, .text(let bytes)), (.byteLengths, .bytes(let bytes)): Double(bytes.count)
    case (.textLengths, _), (.byteLengths, _): nil
    case (.dates, _): try seconds(in: row)
    case (.numbers, _): try number(in: row)
    }
  }

  private func number(in row: Row) throws -> Double? {
    switch try value(in: row) {
    case .integer(let integer), .unread(_, .integer(let integer)): Double(integer)
    case .real(let real), .unread(_, .real(let real)): real
    case .number(let digits): Double(digits)
    default: nil
    }
  }

  /// Returns the seconds from 2001 to a moment, or to the beginning of a day.
  private func seconds(in row: Row) throws -> Double? {
    let column = ColumnReader(row[position])
    return try StandardCodec.named(codec)?.date?(column).timeIntervalSinceReferenceDate
  }
}
