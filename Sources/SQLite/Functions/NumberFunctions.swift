import CSQLite
import PersistentObjectsDriver

// Conversions and rounding, and computing with decimals, which SQLite does not have.

enum NumberFunctions {
  static let all: [SQLFunction] =
    [
      .strict("_persistent_integer", 1) { arguments in
        let value =
          arguments.kind(at: 0) == SQLITE_TEXT
          ? try arguments.decimal(at: 0).integer
          : Int64(exactly: arguments.real(at: 0).rounded(.towardZero))
        guard let value else {
          throw CodecError("the number is outside the range of 64-bit integers")
        }
        return .integer(value)
      },
      .strict("_persistent_real", 1) { .real(try $0.decimal(at: 0).double) },
      .strict("_persistent_decimal", 2) { arguments in
        let (units, scale) = (ExactDecimal(arguments.integer(at: 0)), arguments.integer(at: 1))
        guard 0...18 ~= scale else {
          throw CodecError("the number of digits after the point is not from 0 to 18")
        }
        return .text(
          ExactDecimal(
            isNegative: units.isNegative, significand: units.significand,
            exponent: units.exponent - Int(scale)
          ).text)
      },
      .strict("_persistent_magnitude", 1) { arguments in
        let number = try arguments.decimal(at: 0)
        return .text((number.isNegative ? number.negated : number).text)
      },
      // SQLite's sum and average of infinities of both signs are NULL, like those of no numbers at
      // all.
      .strict("_persistent_indefinite", 1) { arguments in
        if arguments.integer(at: 0) == 0 { return .null }
        throw CodecError("infinities of opposite signs cannot be added")
      },
      .strict("_persistent_square_root", 1) { arguments in
        let number = arguments.real(at: 0)
        if number < 0 { throw CodecError("a negative number has no square root") }
        return .real(number.squareRoot())
      },
    ] + FloatingPointRoundingRule.all.flatMap { [$0.onReals, $0.onDecimals] }
}

extension FloatingPointRoundingRule {
  static let all: [FloatingPointRoundingRule] = [
    .toNearestOrAwayFromZero, .toNearestOrEven, .up, .down, .towardZero, .awayFromZero,
  ]

  /// Returns the name of the function.
  func function(_ kind: NumberKind) -> String {
    "_persistent_round_\(kind.rawValue)_\(name)"
  }

  private var name: String {
    switch self {
    case .up: "up"
    case .down: "down"
    case .towardZero: "toward_zero"
    case .awayFromZero: "away_from_zero"
    case .toNearestOrEven: "half_to_even"
    default: "half_away_from_zero"
    }
  }

  fileprivate var onReals: SQLFunction {
    .strict(function(.real), 1) { .real($0.real(at: 0).rounded(self)) }
  }

  fileprivate var onDecimals: SQLFunction {
    .strict(function(.decimal), 2) {
      let digits = Int(clamping: $0.integer(at: 1))
      return .text(try $0.decimal(at: 0).rounded(self, digits: min(max(digits, -200), 200)).text)
    }
  }
}

extension SQLArguments {
  func decimal(at index: Int) throws -> ExactDecimal {
    if let number = ExactDecimal(text: text(at: index)) { return number }
    throw CodecError("a text is not a decimal in its stored form")
  }
}
