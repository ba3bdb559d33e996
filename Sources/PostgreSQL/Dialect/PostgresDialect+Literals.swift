package import PersistentObjectsDriver

extension PostgresDialect {
  /// A value as an SQL literal, exact to the bit.
  package func literal(_ value: StoredValue) -> String {
    switch value {
    case .null: "NULL"
    case .integer(let value): String(value)
    case .real(let value) where isRecording && value.isFinite: value.description
    case .real(let value): "'\(Self.text(of: value))'::double precision"
    case .text(let value): Self.literal(value)
    case .bytes(let value) where isRecording:
      "X'" + value.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
        + "'"
    case .bytes(let value): Self.literal(value)
    }
  }

  /// Returns a value as a literal of a column's type, as for its DEFAULT.
  package func literal(_ value: StoredValue, in type: ColumnType) -> String {
    if value == .null { return literal(value) }
    if let native = NativeType(type) { return native.literal(value) ?? literal(value) }
    if type.storage != .any { return literal(value) }
    var bytes: [UInt8] = []
    let batch = RowBatch([value])
    SortableCell.append(batch.row[0], to: &bytes)
    return "ARRAY[\(Self.literal(bytes))]"
  }

  /// Returns digits that are read back as the same double.
  private static func text(of value: Double) -> String {
    if value.isNaN { return "NaN" }
    return value.isInfinite ? (value > 0 ? "Infinity" : "-Infinity") : value.description
  }

  static func literal(_ text: String) -> String { enclosed(text, in: "'") }

  static func literal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return "'\\x\(String(decoding: text, as: UTF8.self))'::bytea"
  }

  /// Returns a text in quotes, with each quote in it doubled.
  static func enclosed(_ text: String, in quote: Unicode.Scalar) -> String {
    var result = String(quote)
    // By scalars: in Swift, a quote and a combining scalar after it are another character.
    for scalar in text.unicodeScalars {
      result.unicodeScalars.append(scalar)
      if scalar == quote { result.unicodeScalars.append(quote) }
    }
    return result + String(quote)
  }
}
