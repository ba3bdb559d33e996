import PersistentObjects
import PersistentObjectsDriver
import PersistentObjectsInspection

/// Converts stored values to the values of a report.
struct ShownValues {
  /// The maximum size of a text or blob to decode. Of larger ones, only the beginning is shown.
  static let maximumBytes = 1 << 20
  /// The number of a blob's bytes to show.
  private static let shownBytes = 16

  /// The names that tell the classes apart.
  let classNames: DistinctNames

  /// Returns the value of a column. If it cannot be read, the reason is shown.
  func value(of reading: ColumnReading, in row: Row) -> ReportValue {
    switch row[reading.position] {
    case .text(let bytes) where bytes.count > Self.maximumBytes:
      let cell = KeptCell(.text(bytes))
      return .text(Self.text(cell))
    case .bytes(let bytes) where bytes.count > Self.maximumBytes:
      return .bytes(Self.hexadecimal(bytes.prefix(Self.shownBytes)), count: bytes.count)
    default: break
    }
    do {
      return value(try reading.value(in: row))
    } catch {
      return .unreadable(Self.words(of: error))
    }
  }

  /// Returns the value of a property or an element. A value in several columns is shown field by
  /// field.
  func value(of reading: ValueReading, in row: Row) -> ReportValue {
    switch reading {
    case .column(let column): return value(of: column, in: row)
    case .composite(let composite):
      if composite.isNil(in: row) { return .null }
      let name = composite.caseName.map {
        ReportElement(
          key: .text(ReportText(CompositeReading.caseField)), value: value(of: $0, in: row))
      }
      let fields = composite.ownFields(in: row).map { field in
        ReportElement(
          key: .text(ReportText(field.name)), value: value(of: field.reading, in: row))
      }
      let all = [name].compactMap(\.self) + fields
      return .collection(all, count: all.count)
    }
  }

  /// Returns the value of a column as a single line.
  func line(of reading: ColumnReading, in row: Row) -> ReportValue {
    guard case .collection = value(of: reading, in: row), let value = try? reading.value(in: row)
    else { return value(of: reading, in: row) }
    return .text(ReportText(value.plain))
  }

  /// Returns a value that was read without its type. Parts nested deeper than a report shows are
  /// left out.
  func value(_ value: InspectedValue, depth: Int = 0) -> ReportValue {
    switch value {
    case .null: .null
    case .text(let text): .text(ReportText(text))
    case .bool, .integer, .number, .real, .time: .figure(ReportText(value.plain))
    case .bytes(let bytes):
      .bytes(Self.hexadecimal(bytes.prefix(Self.shownBytes)), count: bytes.count)
    case .reference(let key): .reference(link(to: key))
    case .list(let values):
      collection(values.lazy.map { (nil, $0) }, depth)
    case .entries(let entries): collection(entries.lazy.map { ($0.key, $0.value) }, depth)
    case .object(let name, let fields): object(name, fields, depth)
    case .unread(StandardCodec.storedValue, let stored): self.value(InspectedValue(stored))
    case .unread(let codec, let stored):
      .undecoded(ReportText(InspectedValue(stored).plain), codec: codec)
    }
  }

  /// Returns a link to an object of a class's table.
  func link(to key: ObjectKey) -> ReportLink {
    ReportLink(className: classNames.name(of: key.table), key: "\(key.pk)")
  }

  /// Returns a kept cell as a single line.
  func text(of reading: ColumnReading, _ cell: KeptCell) -> ReportText {
    guard let whole = cell.whole else { return Self.text(cell) }
    let row = RowBatch(width: reading.position + 1)
    row.set(whole, at: reading.position)
    let value = try? withExtendedLifetime(row) { try reading.value(in: row.row) }
    return ReportText((value ?? InspectedValue(whole)).plain)
  }

  /// Returns the message of an error.
  static func words(of error: any Error) -> String {
    (error as? PersistenceError)?.message ?? "\(error)"
  }

  private func object(
    _ name: String?, _ fields: [InspectedValue.Field], _ depth: Int
  ) -> ReportValue {
    let content = collection(fields.lazy.map { (.text($0.name), $0.value) }, depth)
    guard let name else { return content }
    return .collection([ReportElement(key: .text(ReportText(name)), value: content)], count: 1)
  }

  private func collection(
    _ elements: some Collection<(key: InspectedValue?, value: InspectedValue)>, _ depth: Int
  ) -> ReportValue {
    guard depth < ReportValue.maximumDepth else { return .collection([], count: elements.count) }
    let shown = elements.prefix(ReportValue.maximumElements).map { key, value in
      ReportElement(
        key: key.map { self.value($0, depth: depth + 1) },
        value: self.value(value, depth: depth + 1))
    }
    return .collection(shown, count: elements.count)
  }

  /// Returns the beginning of a cell that is not kept whole.
  private static func text(_ cell: KeptCell) -> ReportText {
    let text = ReportText(bytes: cell.beginning)
    return ReportText(beginning: text.text, total: cell.total)
  }

  private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> ReportText {
    ReportText(
      bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " "))
  }
}

extension InspectedValue {
  /// The value on one line, with texts unquoted.
  var plain: String {
    switch self {
    case .text(let text): text
    case .unread(_, let stored): InspectedValue(stored).plain
    default: description
    }
  }
}
