import PersistentObjectsDriver

/// A `numeric` of the server, exactly: a 64-bit integer if it is one, otherwise its decimal digits.
///
///     numeric = digitCount weight sign scale digit*      each two bytes, the highest first
///
/// The digits have base 10,000, and the first is multiplied by 10,000 to the power of `weight`.
/// `scale` is the number of decimal digits after the point.
struct NumericText {
  private let digits: [Int]
  private let weight: Int
  private let sign: UInt16
  private let scale: Int

  /// Reads the bytes of a `numeric`; nil for bytes of another form.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= 8, bytes.count.isMultiple(of: 2) else { return nil }
    let words = (0..<bytes.count / 2).map {
      UInt16(bytes[$0 * 2]) << 8 | UInt16(bytes[$0 * 2 + 1])
    }
    guard words.count == 4 + Int(words[0]) else { return nil }
    weight = Int(Int16(bitPattern: words[1]))
    sign = words[2]
    scale = Int(words[3])
    digits = words[4...].map(Int.init)
  }

  /// The value, if it is a 64-bit integer without decimal places.
  var integer: Int64? {
    guard scale == 0, sign == Self.plus || sign == Self.minus, weight < 5 else { return nil }
    var value: Int64 = 0
    for position in 0..<max(0, weight + 1) {
      // The least integer has no opposite, so digits are subtracted.
      let (product, isBeyond) = value.multipliedReportingOverflow(by: 10_000)
      let (difference, isFurther) = product.subtractingReportingOverflow(Int64(digit(position)))
      if isBeyond || isFurther { return nil }
      value = difference
    }
    if sign == Self.minus { return value }
    return value == .min ? nil : -value
  }

  /// Returns the value as `count` digits, with leading zeros; nil if it is not a non-negative whole
  /// number of at most `count` digits.
  func text(digits count: Int) -> String? {
    guard sign == Self.plus, scale == 0, text.utf8.count <= count else { return nil }
    return String(repeating: "0", count: count - text.utf8.count) + text
  }

  /// The value as SQL writes it.
  var text: String {
    switch sign {
    case Self.plus: magnitude
    case Self.minus: "-" + magnitude
    case Self.infinity: "Infinity"
    case Self.negativeInfinity: "-Infinity"
    default: "NaN"
    }
  }

  private static let plus: UInt16 = 0
  private static let minus: UInt16 = 0x4000
  private static let infinity: UInt16 = 0xd000
  private static let negativeInfinity: UInt16 = 0xf000

  private var magnitude: String {
    let whole = (0..<max(0, weight + 1)).map { padded(digit($0)) }.joined().drop { $0 == "0" }
    let start = whole.isEmpty ? "0" : String(whole)
    if scale == 0 { return start }
    let groups = (0..<(scale + 3) / 4).map { padded(digit(weight + 1 + $0)) }
    return "\(start).\(groups.joined().prefix(scale))"
  }

  /// Returns a digit; 0 where the server has left out zeros at the beginning or at the end.
  private func digit(_ position: Int) -> Int {
    digits.indices.contains(position) ? digits[position] : 0
  }

  // MARK: Writing

  /// Adds the `numeric` of a whole number: an integer, or beyond 64 bits the text of its digits.
  /// Returns false for other cells.
  static func append(_ cell: Cell, to bytes: inout [UInt8]) -> Bool {
    switch cell {
    case .integer(let value):
      append(digits: String(value.magnitude).utf8, isNegative: value < 0, to: &bytes)
    case .text(let utf8)
    where ColumnType(.any, .unsigned(digits: utf8.count)).admits(cell):
      append(digits: utf8, isNegative: false, to: &bytes)
    default: return false
    }
    return true
  }

  private static func append(
    digits: some Collection<UInt8>, isNegative: Bool, to bytes: inout [UInt8]
  ) {
    let significant = Array(digits.drop { $0 == UInt8(ascii: "0") })
    let groups = (significant.count + 3) / 4
    var words = [UInt16](repeating: 0, count: groups)
    for (place, digit) in significant.reversed().enumerated() {
      let unit: UInt16 = [1, 10, 100, 1_000][place % 4]
      words[groups - 1 - place / 4] += UInt16(digit - UInt8(ascii: "0")) * unit
    }
    bytes.append(bigEndian: Int16(clamping: groups))
    bytes.append(bigEndian: Int16(clamping: groups - 1))
    bytes.append(bigEndian: isNegative ? minus : plus)
    bytes.append(bigEndian: UInt16(0))
    for word in words { bytes.append(bigEndian: word) }
  }

  private func padded(_ digit: Int) -> String { String(String(10_000 + digit).dropFirst()) }
}
