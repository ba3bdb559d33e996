import Foundation
import PersistentObjects
import PersistentObjectsDriver
import PersistentObjectsInspection
import PersistentObjectsSQLite

/// The kind of a column's values, as a type in Swift.
enum ForeignColumnKind: Equatable {
  case int
  case bool
  case double
  /// Decimal numbers, in a column declared as DECIMAL or NUMERIC.
  case decimal
  case string
  /// UUIDs, all in capitals or all in small letters.
  case uuid
  case data
  /// Days, such as `2026-11-22`.
  case day
  /// Moments in UTC, as SQLite's own functions write them.
  case date
  /// Values of several kinds, or of a kind that has no type.
  case any

  var type: SwiftType {
    switch self {
    case .int: .named("Int")
    case .bool: .named("Bool")
    case .double: .named("Double")
    case .decimal: .named("Decimal")
    case .string: .named("String")
    case .uuid: .named("UUID")
    case .data: .named("Data")
    case .day: .named("CalendarDay")
    case .date: .named("Date")
    case .any: .named("StoredValue")
    }
  }

  /// Returns the stored form of a value for the type's codec.
  ///
  /// Throws if the value is of another kind, which does not happen for a column that was examined.
  func stored(_ value: StoredValue) throws -> StoredValue {
    switch (self, value) {
    case (_, .null), (.any, _), (.int, .integer), (.double, .real), (.string, .text),
      (.data, .bytes),
      (.day, .text):
      return value
    case (.bool, .integer(let number)) where number == 0 || number == 1: return value
    case (.double, .integer(let number)):
      guard let real = Double(exactly: number) else { break }
      return .real(real)
    case (.decimal, .integer(let number)): return try DecimalCodec().stored(Decimal(number))
    case (.decimal, .real(let number)):
      guard let number = ForeignDecimal(number) else { break }
      return try DecimalCodec().stored(number.decimal)
    case (.uuid, .text(let text)):
      guard let uuid = UUID(uuidString: text) else { break }
      return try UUIDCodec().stored(uuid)
    case (.date, .text(let text)):
      guard let date = ForeignDate(text)?.date else { break }
      return try DateCodec().stored(date)
    default: break
    }
    throw CodecError("a \(value.kind) was written in the meantime")
  }
}

extension ForeignColumnKind {
  /// Returns the stored form of a default, given as SQL; nil if it is no value of the type.
  func stored(defaultOf sql: String) -> StoredValue? {
    guard self != .any, let value = SQLLiteral.value(of: sql) else { return nil }
    return try? stored(converted(value))
  }

  /// Returns a default as SQLite stores it in a column of numbers or texts: `'0'` as 0, 5 as `'5'`.
  private func converted(_ value: StoredValue) -> StoredValue {
    switch (self, value) {
    case (.int, .text(let text)), (.bool, .text(let text)), (.double, .text(let text)),
      (.decimal, .text(let text)):
      SQLLiteral.number(text) ?? value
    case (.string, .integer(let number)): .text("\(number)")
    default: value
    }
  }
}

/// The number of values of each kind in a column.
struct ForeignColumnCensus {
  var integers = 0
  var reals = 0
  var texts = 0
  var blobs = 0
  var nulls = 0
  /// The number of integers that are neither 0 nor 1.
  var otherThanBool = 0
  /// The number of integers that are equal to no `Double`.
  var wideIntegers = 0
  /// The number of texts that are not valid UTF-8.
  var brokenTexts = 0
  /// The number of texts that are not days, and of those that are not moments.
  var otherThanDay = 0
  var otherThanDate = 0
  /// The number of texts that are UUIDs in capitals, and of those in small letters.
  var (capitalUUIDs, smallUUIDs) = (0, 0)
  /// The number of doubles that are no decimals, and the most digits of the others.
  var (otherThanDecimal, scale) = (0, 0)

  private let type: String
  private let isOfTime: Bool
  private let isOfDecimals: Bool

  var count: Int { integers + reals + texts + blobs }

  /// - Parameter type: the declared type of the column.
  init(declared type: String) {
    self.type = type
    isOfTime = Self.isOfTime(type)
    isOfDecimals = ForeignDecimal.isDeclared(type)
  }

  mutating func add(_ cell: Cell) {
    switch cell {
    case .null: nulls += 1
    case .integer(let number):
      integers += 1
      if number != 0 && number != 1 { otherThanBool += 1 }
      if Double(exactly: number) == nil { wideIntegers += 1 }
    case .real(let number):
      reals += 1
      if isOfDecimals { add(number) }
    case .bytes: blobs += 1
    case .text(let utf8):
      texts += 1
      guard let text = String(validating: utf8, as: UTF8.self) else {
        brokenTexts += 1
        return
      }
      if utf8.count == 36 { add(uuid: text) }
      guard isOfTime else { return }
      if !ForeignDate.isDay(text) { otherThanDay += 1 }
      if ForeignDate(text) == nil { otherThanDate += 1 }
    }
  }

  private mutating func add(_ number: Double) {
    guard let number = ForeignDecimal(number) else { return otherThanDecimal += 1 }
    scale = max(scale, number.scale)
  }

  private mutating func add(uuid text: String) {
    guard let uuid = UUID(uuidString: text)?.uuidString else { return }
    if text == uuid { capitalUUIDs += 1 }
    if text == uuid.lowercased() { smallUUIDs += 1 }
  }

  /// The kind, and a note on any decision about it.
  var kind: (kind: ForeignColumnKind, note: String?) {
    if count == 0 { return (Self.kind(ofEmpty: type), nil) }
    if isOfDecimals, integers + reals == count { return kindOfDecimals }
    if integers == count { return kind(ofIntegers: type) }
    if integers + reals == count {
      return wideIntegers == 0
        ? (.double, nil) : (.any, "it has doubles, and integers that no double can represent")
    }
    if texts == count && brokenTexts == 0 { return kind(ofTexts: type) }
    if blobs == count { return (.data, nil) }
    return (.any, mixture)
  }

  private var mixture: String {
    let parts = [
      (integers, "integer", "integers"), (reals, "double", "doubles"),
      (texts - brokenTexts, "text", "texts"), (blobs, "blob", "blobs"),
      (brokenTexts, "text that is not UTF-8", "texts that are not UTF-8"),
    ]
    return "its rows hold "
      + parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }
      .joined(separator: ", ")
  }

  private var kindOfDecimals: (ForeignColumnKind, String?) {
    guard otherThanDecimal == 0 else {
      let kind: ForeignColumnKind = wideIntegers == 0 ? .double : .any
      return (kind, "\(type): \(otherThanDecimal) of its numbers are no decimals of 38 digits")
    }
    guard let declared = ForeignDecimal.scale(declared: type) else { return (.decimal, nil) }
    let digits =
      scale > declared ? "; some of its numbers have \(scale) digits after the point" : ""
    return (.decimal, "\(type) is a Decimal, whose digits nothing limits\(digits)")
  }

  private func kind(ofIntegers type: String) -> (ForeignColumnKind, String?) {
    if type.contains("BOOL"), otherThanBool == 0 { return (.bool, nil) }
    let isReal = ["REAL", "FLOA", "DOUB", "MONEY"].contains { type.contains($0) }
    return (isReal && wideIntegers == 0 ? .double : .int, nil)
  }

  private func kind(ofTexts type: String) -> (ForeignColumnKind, String?) {
    if capitalUUIDs == count || smallUUIDs == count { return (.uuid, nil) }
    guard isOfTime else { return (.string, nil) }
    if otherThanDay == 0 { return (.day, nil) }
    if otherThanDate == 0 { return (.date, "its texts name no time zone, and are read as UTC") }
    return (
      .string,
      "\(min(otherThanDay, otherThanDate)) of its texts are not dates as SQLite writes them"
    )
  }

  /// Returns the kind that a declared type implies, for a column without values.
  private static func kind(ofEmpty type: String) -> ForeignColumnKind {
    if type.contains("BOOL") { return .bool }
    if type.contains("INT") { return .int }
    if ForeignDecimal.isDeclared(type) { return .decimal }
    if type.contains("UUID") || type.contains("GUID") { return .uuid }
    if type == "DATE" { return .day }
    if isOfTime(type) { return .date }
    if ["CHAR", "CLOB", "TEXT"].contains(where: type.contains) { return .string }
    if type.contains("BLOB") || type.contains("BINARY") { return .data }
    return type.isEmpty ? .any : .double
  }

  static func isOfTime(_ type: String) -> Bool { type.contains("DATE") || type.contains("TIME") }
}

/// A moment as SQLite's own functions write it: `2026-11-22 08:30:00`, with or without a fraction.
struct ForeignDate {
  let date: Date

  init?(_ text: String) {
    let digits = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let time = digits[0].split(separator: " ", omittingEmptySubsequences: false)
    guard time.count == 2, Self.isDay(String(time[0])), time[1].utf8.count == 8,
      digits.count == 1 || digits[1].isFraction
    else { return nil }
    let trimmed = digits.count == 1 ? "" : digits[1].withoutZeros
    let canonical = digits[0] + (trimmed.isEmpty ? "" : "." + trimmed)
    guard let date = try? DateCodec().value(of: .text(String(canonical))) else { return nil }
    self.date = date
  }

  /// Returns whether a text is a day in the years 0 to 9999.
  static func isDay(_ text: String) -> Bool {
    text.utf8.count == 10 && (try? CalendarDayCodec().value(of: .text(text))) != nil
  }
}

extension Substring {
  fileprivate var isFraction: Bool { !isEmpty && utf8.allSatisfy { (0x30...0x39).contains($0) } }

  fileprivate var withoutZeros: Substring {
    var text = self
    while text.last == "0" { text.removeLast() }
    return text
  }
}
