package import PersistentObjectsDriver

// Decimals and the seconds of durations are texts that sort as the numbers do. SQL computes with
// `numeric`, which is exact, and converts the result back to that form.
extension PostgresDialect {
  /// `x::numeric * 1e-2`, in the stored form.
  package func decimal(ofUnits number: SQLText, scale: Int) -> SQLText {
    Self.stored("(\(number))::numeric * 1e-\(scale)", as: .decimal)
  }

  /// `CAST(substring(x FROM '[^ ]*$') AS numeric)`: the stored form ends in the number's decimal
  /// notation.
  static func numeric(_ text: SQLText) -> SQLText {
    "CAST(substring(\(text) FROM '[^ ]*$') AS numeric)"
  }

  static func decimal(
    _ operation: ArithmeticOperator, of left: SQLText, and right: SQLText, as kind: NumberKind
  ) -> SQLText {
    let (left, right) = (numeric(left), numeric(right))
    guard operation == .divide else {
      return stored("\(left) \(operation.rawValue) \(right)", as: kind)
    }
    if kind == .duration {
      // Attoseconds, truncated.
      return stored("div(\(left) * 1e18, \(right)) * 1e-18", as: kind)
    }
    return stored(
      "sign(l) * sign(r) * div(q, \(unit("d"))) * \(unit("e + d"))", as: kind,
      of: quotient(of: left, by: right)
    )
  }

  /// Returns a query for the quotient q · 10^e of two decimals, of which d digits do not fit into
  /// 128 bits. It divides whole numbers, the first of which has 38 more zeros.
  private static func quotient(of left: SQLText, by right: SQLText) -> SQLText {
    let rows: [SQLText] = [
      "SELECT \(left) AS l, \(right) AS r",
      "SELECT l, r, \(exponent("l")) AS x, \(exponent("r")) AS y",
      """
      SELECT l, r, x - y - 38 AS e, div(abs(l) * \(unit("38 - x")), abs(r) * \(unit("-y"))) AS q
      """,
      "SELECT l, r, e, q, greatest(length(q::text) - 39, 0) AS c",
      "SELECT l, r, e, q, c + CASE WHEN div(q, \(unit("c"))) > \(widest) THEN 1 ELSE 0 END AS d",
    ]
    return rows.dropFirst().reduce(rows[0]) { "\($1) FROM (\($0) OFFSET 0) AS t" }
  }

  /// The largest unsigned whole number of 128 bits.
  private static let widest = "340282366920938463463374607431768211455"

  private static func unit(_ exponent: SQLText) -> SQLText { "('1e' || (\(exponent)))::numeric" }

  /// Returns the power of ten in a number whose significand has no trailing zeros.
  private static func exponent(_ number: SQLText) -> SQLText {
    """
    CASE WHEN \(number) = 0 THEN 0 WHEN scale(trim_scale(\(number))) > 0 THEN -scale(trim_scale(\(number))) \
    ELSE length(trim_scale(\(number))::text) - length(rtrim(trim_scale(\(number))::text, '0')) END
    """
  }

  /// `trunc(x, 2)` and so on. `round` rounds halves away from zero.
  static func rounded(
    _ number: SQLText, by rule: FloatingPointRoundingRule, digits: Int
  ) -> SQLText {
    let value =
      switch rule {
      case .up: "ceil(n * u) / u"
      case .down: "floor(n * u) / u"
      case .towardZero: "trunc(n * u) / u"
      case .awayFromZero: "sign(n) * ceil(abs(n) * u) / u"
      case .toNearestOrEven:
        "CASE WHEN abs(n * u - trunc(n * u)) = 0.5 THEN 2 * round(n * u / 2) ELSE round(n * u) END / u"
      default: "round(n * u) / u"
      }
    // A unit with many digits after the point, so that the quotient has them all.
    return stored(
      "round(\(value), 300)", as: .decimal,
      of: "SELECT \(numeric(number)) AS n, round(1e\(digits), 300) AS u")
  }

  /// Returns the stored form of a `numeric`. It is an error for a number that the kind cannot hold,
  /// since a text that is not a number is cast. That text begins with an empty part of the number;
  /// otherwise the server would cast it before it reads a row.
  static func stored(_ number: SQLText, as kind: NumberKind, of row: SQLText? = nil) -> SQLText {
    let rows = row.map { " FROM (\($0) OFFSET 0) AS r" as SQLText } ?? ""
    let isWide =
      kind == .decimal
      ? """
      abs(n) > \(widest)e127 OR scale(trim_scale(n)) > 128 \
      OR ('0' || btrim(replace(p, '.', ''), '0'))::numeric > \(widest)
      """ : "scale(trim_scale(n)) > 18 OR abs(n) > 170141183460469231731.687303715884105727"
    return """
      (SELECT CASE WHEN \(isWide) THEN (left(n::text, 0) || '\(ServerReport.noResult) \(String(describing: kind))')::numeric::text \
      WHEN n < 0 THEN '-' || (999 - length(w)) || ' ' || translate(p, '0123456789', '9876543210') || '~ -' || p \
      ELSE lpad(length(w)::text, 3, '0') || ' ' || p END \
      FROM (SELECT n, trim_scale(abs(n))::text AS p, trunc(abs(n))::text AS w \
      FROM (SELECT \(number) AS n\(rows) OFFSET 0) AS d OFFSET 0) AS e) COLLATE "C"
      """
  }
}
