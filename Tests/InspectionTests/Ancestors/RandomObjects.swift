import Foundation
import PersistentObjectsInspection
import TestSupport

@testable import PersistentObjectsAncestors

/// Writes random objects of random classes, together with the results that a reader should find.
struct RandomObjects {
  var random: RandomNumbers
  let timeZone: TimeZone

  struct Row {
    let key: Int64
    let values: [LegacyValue]
    let collections: [LegacyValue]
  }

  /// The bound value, and the value to be read.
  private typealias Cell = (Bound, LegacyValue)

  private enum Form: CaseIterable {
    case integer, unsigned, boolean, real, float, number, text, data, date, reference

    var type: String {
      switch self {
      case .integer, .unsigned: "INTEGER"
      case .boolean, .text, .data, .reference: "TEXT"
      case .real, .float, .number, .date: "REAL"
      }
    }
  }

  mutating func fill(_ file: OldFile) throws -> [String: [Row]] {
    var rows: [String: [Row]] = [:]
    for number in 1...3 {
      let table = "class_" + ["a", "b_1", "c_d"][number - 1]
      rows[table] = try fill(file, table)
    }
    return rows
  }

  private mutating func fill(_ file: OldFile, _ table: String) throws -> [Row] {
    let forms = (0..<6).compactMap { _ in Form.allCases.randomElement(using: &random) }
    // The names must be distinct: classes with the same properties would be considered related.
    let name = table.dropFirst("class_".count)
    let columns = forms.enumerated().map { "\(name)c\($0) \($1.type)" }.joined(separator: ", ")
    try file.run("BEGIN")
    try file.addClass(table, columns, lastKey: 40)
    try file.addArray(table + "_list")
    try file.addDictionary(table + "_table")
    try file.addSet(table + "_tags")
    var rows: [Row] = []
    // The first row has values that show the kind of each column.
    for key in [1] + (2...40).filter({ _ in Bool.random(using: &random) }) {
      let cells = forms.map { cell($0, isTelling: key == 1, table) }
      let places = Array(repeating: "?", count: cells.count).joined(separator: ", ")
      try file.insert("INSERT INTO \(table) VALUES (\(key), \(places))", cells.map(\.0))
      let collections = try insertCollections(file, table, Int64(key))
      rows.append(Row(key: Int64(key), values: cells.map(\.1), collections: collections))
    }
    try file.run("COMMIT")
    return rows
  }

  private mutating func cell(_ form: Form, isTelling: Bool, _ table: String) -> Cell {
    let isNil = !isTelling && Int.random(in: 0..<4, using: &random) == 0
    switch form {
    case .integer: return integer()
    case .unsigned: return unsigned()
    case .boolean:
      let value = Bool.random(using: &random)
      return (.text(value ? "1" : "0"), .boolean(value))
    case .real: return real(%"%0.16g")
    case .float: return real(%"%0.7g")
    case .number: return isNil ? (.null, .null) : real(%"%0.17g")
    case .text where isTelling: return (.text("no number"), .text("no number"))
    case .text: return isNil ? (.null, .null) : text()
    case .data: return isNil ? (.null, .null) : data()
    case .date: return isNil ? (.null, .null) : date()
    case .reference where isNil: return (.null, .null)
    case .reference:
      // The first object always exists.
      let name = LegacyName.className(ofTable: table)
      return (.text("\(name)-1"), .reference(LegacyReference(table: table, key: 1)))
    }
  }
}

// MARK: - Values

prefix operator %
private prefix func % (format: String) -> (Double) -> String { { String(format: format, $0) } }

extension RandomObjects {
  private mutating func integer() -> Cell {
    let bits = Int64.random(in: 0...62, using: &random)
    let value = Int64.random(in: .min ... .max, using: &random) >> bits
    return (.text(String(value)), .integer(value))
  }

  private mutating func unsigned() -> Cell {
    let value = UInt64.random(in: 0 ... .max, using: &random)
    if let small = Int64(exactly: value) { return (.text(String(value)), .integer(small)) }
    return (.text(String(value)), .unsigned(UInt64(exactly: Double(value)) ?? .max))
  }

  private mutating func real(_ format: (Double) -> String) -> Cell {
    let exponent = Int.random(in: -30...30, using: &random)
    let value = Double.random(in: -1...1, using: &random) * pow(10, Double(exponent))
    let text = format(value)
    return (.text(text), .real(Double(text) ?? 0))
  }

  private mutating func text() -> Cell {
    let parts = [
      "1", "0", "Class-1", "ClassA-1", "ü", "\u{1F600}", "'", "\"", " ", "\n", "-", "x", "nan",
    ]
    let count = Int.random(in: 0...4, using: &random)
    let text = (0..<count).compactMap { _ in parts.randomElement(using: &random) }.joined()
    return (.text(text), .text(text))
  }

  private mutating func data() -> Cell {
    let bytes = (0..<Int.random(in: 1...20, using: &random)).map { _ in
      UInt8.random(in: 0...255, using: &random)
    }
    return (.bytes(bytes), .data(bytes))
  }

  /// A date from 1600 on, so that calendar days follow the Gregorian rule.
  private mutating func date() -> Cell {
    let milliseconds = Int64.random(in: -11_600_000_000_000...30_000_000_000_000, using: &random)
    let second = Int64((Double(milliseconds) / 1000).rounded(.down))
    let offset = timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
    let (days, time) = (second + Int64(offset)).quotientAndRemainderDown(86_400)
    let (year, month, day) = Self.civil(days)
    let text = String(
      format: "%04d-%02d-%02d %02d:%02d:%02d.%03d0", Int(year), Int(month), Int(day),
      Int(time / 3600), Int(time / 60 % 60), Int(time % 60), Int(milliseconds - second * 1000))
    let seconds = Double(milliseconds - 978_307_200_000) / 1000
    return (.text(text), .date(LegacyDate(secondsSince2001: seconds)))
  }

  /// Counts the days of the calendar one by one, in periods of 400 years.
  private static func civil(_ days: Int64) -> (Int64, Int64, Int64) {
    var (cycles, rest) = (days + 135_140).quotientAndRemainderDown(146_097)
    var year: Int64 = 1600
    while true {
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      if rest < (isLeap ? 366 : 365) {
        var month = 0
        let lengths: [Int64] = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        while rest >= lengths[month] {
          rest -= lengths[month]
          month += 1
        }
        return (year + cycles * 400, Int64(month + 1), rest + 1)
      }
      rest -= isLeap ? 366 : 365
      year += 1
    }
  }
}

extension Int64 {
  /// A quotient rounded down, so that the remainder is never negative.
  fileprivate func quotientAndRemainderDown(_ divisor: Int64) -> (Int64, Int64) {
    let remainder = ((self % divisor) + divisor) % divisor
    return ((self - remainder) / divisor, remainder)
  }
}

// MARK: - Collections

extension RandomObjects {
  private struct Element {
    let bound: [Bound]
    let value: LegacyValue
  }

  private mutating func insertCollections(
    _ file: OldFile, _ table: String, _ key: Int64
  ) throws -> [LegacyValue] {
    var list: [LegacyValue] = []
    var entries: [LegacyEntry] = []
    var tags: [LegacyValue] = []
    for index in 0..<Int.random(in: 0...5, using: &random) {
      let element = element(table)
      list.append(element.value)
      try file.insert(
        "INSERT INTO \(table)_list VALUES (\(key), \(index), ?, ?, ?, ?)", element.bound)
      let name = "\(index) ü"
      entries.append(LegacyEntry(key: .text(name), value: element.value))
      try file.insert(
        "INSERT INTO \(table)_table VALUES (\(key), '\(name)', ?, ?, ?, ?)", element.bound)
      if tags.contains(element.value) { continue }
      tags.append(element.value)
      try file.insert("INSERT INTO \(table)_tags VALUES (\(key), ?, ?, ?, ?)", element.bound)
    }
    return [.array(list), .dictionary(entries), .set(tags)]
  }

  private mutating func element(_ table: String) -> Element {
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      return Element(
        bound: [.integer(1), .text(table), .null, .null],
        value: .reference(LegacyReference(table: table, key: 1)))
    case 1:
      let text = String(Int64.random(in: .min ... .max, using: &random))
      return element(.text(text), "__NSCFNumber", .number(text))
    case 2:
      let (bound, value) = data()
      return element(bound, "NSDataMalloc", value)
    case 3:
      let (bound, value) = date()
      return element(bound, "__NSTaggedDate", value)
    default:
      let (bound, value) = text()
      return element(bound, "GSCInlineString", value)
    }
  }

  private func element(_ bound: Bound, _ name: String, _ value: LegacyValue) -> Element {
    Element(bound: [.null, .null, bound, .text(name)], value: value)
  }
}
