import Foundation
import PersistentObjectsCodec

// Grammar of the stored form of a measurement:
//
//   stored = number " " unit
//   unit   = name                                        Foundation's own: 12.5 km/h
//          | '"' symbol '"' " " number [ " " number ]    any other linear one: 3 "smoot" 1.7018
//   name   = the symbol; "mpg Imperial" for the unit that shares its symbol with another
//   symbol = any text, with each '"' in it doubled
//   number = the fewest digits that read back as the same Double, without ".0"; "inf", "-inf"
//
// The numbers after a symbol are the coefficient and the constant of the unit's converter: the
// value in the base unit is value × coefficient + constant; a constant of 0 is left out. SQL's
// CAST(… AS REAL) returns the number, and the unit follows the first space.

/// The stored form of a measurement, split into its parts.
struct MeasurementText {
  /// The number.
  let value: Double
  /// The text after the first space.
  let unit: Substring

  init?(_ text: String) {
    guard let space = text.utf8.firstIndex(of: UInt8(ascii: " ")),
      let value = Self.number(text[..<space])
    else { return nil }
    self.value = value
    unit = text[text.utf8.index(after: space)...]
  }

  /// Returns the shortest digits of a number that is not NaN.
  static func text(of number: Double) -> String {
    let text = number.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Reads a number in its canonical form; nil for any other text.
  static func number(_ text: Substring) -> Double? {
    guard let number = Double(text), Self.text(of: number) == text else { return nil }
    return number.isNaN ? nil : number
  }
}

/// A unit that converts to the base unit of its class by two numbers.
struct LinearUnit {
  var symbol: String
  var coefficient: Double
  var constant: Double

  var converter: UnitConverterLinear {
    UnitConverterLinear(coefficient: coefficient, constant: constant)
  }
}

extension LinearUnit {
  private static let quote = UInt8(ascii: "\"")

  /// Makes the conversion of a unit; nil for a unit that converts in another way, as with a
  /// subclass of the linear converter.
  init?(_ unit: Dimension) {
    guard type(of: unit.converter) == UnitConverterLinear.self,
      let converter = unit.converter as? UnitConverterLinear,
      !converter.coefficient.isNaN, !converter.constant.isNaN
    else { return nil }
    self.init(
      symbol: unit.symbol, coefficient: converter.coefficient, constant: converter.constant)
  }

  /// The symbol in quotes and the numbers.
  var text: String {
    var bytes: [UInt8] = []
    QuotedText.append(symbol.utf8, quote: Self.quote, to: &bytes)
    for number in constant == 0 ? [coefficient] : [coefficient, constant] {
      bytes += " \(MeasurementText.text(of: number))".utf8
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Makes a unit from its text; nil for any other text.
  init?(text: Substring) {
    var rest = text.utf8
    guard let symbol = QuotedText.take(from: &rest, quote: Self.quote) else { return nil }
    let numbers = Substring(rest).split(separator: " ").map(MeasurementText.number)
    guard let coefficient = numbers.first ?? nil, let constant = numbers.dropFirst().first ?? 0
    else { return nil }
    self.init(
      symbol: String(decoding: symbol, as: UTF8.self), coefficient: coefficient,
      constant: constant)
    // `text` never has more than two numbers, or more than one space between them.
    guard self.text.utf8.elementsEqual(text.utf8) else { return nil }
  }
}
