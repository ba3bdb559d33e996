import Foundation
package import PersistentObjectsDriver

extension SQLiteDialect {
  /// A value as an SQL literal, exact to the bit.
  ///
  /// SQLite itself cannot store −0 in a REAL column: it stores whole numbers there as integers.
  package func literal(_ value: StoredValue) -> String {
    switch value {
    case .null: "NULL"
    case .integer(let value): String(value)
    case .real(let value): literal(value)
    case .text(let value): literal(value)
    case .bytes(let value): literal(value)
    }
  }

  /// Returns a value as a literal for the DEFAULT clause of a column.
  ///
  /// In an ANY column that is added to a table, SQLite would turn 5.0 into the integer 5, and lose
  /// the sign of −0. It preserves a value that is cast from the bytes of its text.
  func literal(_ value: StoredValue, in storage: StorageClass) -> String {
    guard case .real(let real) = value, [.real, .any].contains(storage), real.isFinite,
      real == real.rounded()
    else { return literal(value) }
    return "(CAST(\(literal(Array(literal(real).utf8))) AS REAL))"
  }

  private func literal(_ text: String) -> String {
    // A statement's text ends at a NUL, so text with one is written as its bytes.
    if text.utf8.contains(0) { return "(CAST(\(literal(Array(text.utf8))) AS TEXT))" }
    return enclosed(text, in: "'")
  }

  /// Returns a text in quotes, with each quote in it doubled.
  func enclosed(_ text: String, in quote: Unicode.Scalar) -> String {
    var result = String(quote)
    // By scalars: in Swift, a quote and a combining scalar after it are another character.
    for scalar in text.unicodeScalars {
      result.unicodeScalars.append(scalar)
      if scalar == quote { result.unicodeScalars.append(quote) }
    }
    return result + String(quote)
  }

  private func literal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return "X'" + String(decoding: text, as: UTF8.self) + "'"
  }

  /// Returns a double as decimal text that SQLite reads back as the same double.
  ///
  /// SQLite does not round correctly near the ends of the range, so it is asked to read the text;
  /// if the result differs, neighbouring texts are tried.
  private func literal(_ value: Double) -> String {
    if value.isNaN { return "NULL" }
    if value.isInfinite { return value > 0 ? "9e999" : "-9e999" }
    let shortest = value.description
    // Far from the ends of the range, 17 digits always read back exactly, and so do fewer digits.
    if value == 0 || (1e-15...1e15).contains(value.magnitude) { return shortest }
    return ([shortest] + neighbours(of: value)).first { isRead($0, as: value) } ?? shortest
  }

  /// Returns 17 digits, and those up to 100 units in the last place around them, nearest first.
  private func neighbours(of value: Double) -> [String] {
    let parts = String(format: "%.16e", value.magnitude).split(separator: "e")
    guard parts.count == 2, let exponent = Int(parts[1]),
      let digits = Int64(parts[0].filter { $0 != "." })
    else { return [] }
    let sign = value.sign == .minus ? "-" : ""
    return (0...200).map { step in
      let offset = Int64(step.isMultiple(of: 2) ? step / 2 : -(step + 1) / 2)
      return "\(sign)\(digits + offset)e\(exponent - 16)"
    }
  }

  private func isRead(_ text: String, as value: Double) -> Bool {
    guard let handle = try? DatabaseHandle.open(":memory:", role: .writer),
      let statement = try? handle.prepare("SELECT \(text)"), let row = try? statement.next()
    else { return false }
    return row.value(at: 0) == .real(value)
  }
}
