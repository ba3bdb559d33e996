import Foundation
import PersistentObjectsCodec
import PersistentObjectsDriver

// The values that SQL computes with, in the forms of ``_ComputedForm``.

/// Decimals in the form of ``ExactDecimal/text``.
struct DecimalCoding: ValueCoding {
  func encodeArgument(_ value: Decimal, into cells: RowBatch, at index: Int) throws {
    guard !value.isNaN, let digits = UInt128(value.significand.magnitude.description) else {
      throw CodecError("\(value) is not a number that can be computed with")
    }
    let number = ExactDecimal(
      isNegative: value.sign == .minus, significand: digits, exponent: value.exponent)
    cells.set(.text(number.text), at: index)
  }

  func decodeResult(from row: Row, at index: Int) throws -> Decimal {
    let number = try ExactDecimal(in: row, at: index)
    guard let value = Decimal(string: number.description, locale: nil) else {
      throw CodecError("the number does not fit into Decimal")
    }
    return value
  }
}

/// The seconds of durations in the form of ``ExactDecimal/text``.
struct DurationCoding: ValueCoding {
  func encodeArgument(_ value: Duration, into cells: RowBatch, at index: Int) throws {
    let number = ExactDecimal(
      isNegative: value < .zero, significand: value.attoseconds.magnitude, exponent: -18)
    cells.set(.text(number.text), at: index)
  }

  func decodeResult(from row: Row, at index: Int) throws -> Duration {
    let number = try ExactDecimal(in: row, at: index)
    guard let value = number.attoseconds else {
      throw CodecError("the number of seconds does not fit into Duration")
    }
    return Duration(attoseconds: value)
  }
}

/// Integers as decimals, by which durations are multiplied.
struct FactorCoding: ValueCoding {
  func encodeArgument(_ value: Int, into cells: RowBatch, at index: Int) throws {
    cells.set(.text(ExactDecimal(Int64(value)).text), at: index)
  }

  func decodeResult(from row: Row, at index: Int) throws -> Int {
    guard let value = try ExactDecimal(in: row, at: index).integer else {
      throw CodecError("the number does not fit into 64 bits")
    }
    return Int(value)
  }
}

/// Dates as seconds since the reference date.
struct SecondsCoding: ValueCoding {
  func encodeArgument(_ value: Date, into cells: RowBatch, at index: Int) throws {
    try RealCoding().encodeArgument(value.timeIntervalSinceReferenceDate, into: cells, at: index)
  }

  func decodeResult(from row: Row, at index: Int) throws -> Date {
    Date(timeIntervalSinceReferenceDate: try RealCoding().decodeResult(from: row, at: index))
  }
}

extension ExactDecimal {
  fileprivate init(in row: Row, at index: Int) throws {
    let text = try TextCoding().decodeResult(from: row, at: index)
    guard let number = ExactDecimal(text: text) else {
      throw CodecError("a text is not a decimal in its stored form")
    }
    self = number
  }
}
