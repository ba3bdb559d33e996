import CSQLite
package import PersistentObjectsDriver

// Computing, with functions of this package where SQLite's own differ from Swift's. These exist
// only on connections of this package.
extension SQLiteDialect {
  /// `max(x, y)`.
  package func greatest(_ left: SQLText, _ right: SQLText) -> SQLText { "max(\(left), \(right))" }

  /// `_persistent_add(x, y)`: SQLite itself turns an integer beyond 64 bits into a double, and a
  /// division by zero into NULL. `_persistent_real_add(x, y)` for doubles, since a column of these
  /// may hold integers, and `_persistent_decimal_add(x, y)` for decimals, which SQLite does not
  /// have.
  package func arithmetic(
    _ operation: ArithmeticOperator, _ left: SQLText, _ right: SQLText, _ kind: NumberKind
  ) -> SQLText { "\(operation.function(kind))(\(left), \(right))" }

  /// `abs(x)`, `(abs(x) + 0.0)`, which turns −0 into 0, or `_persistent_magnitude(x)`.
  package func magnitude(_ number: SQLText, _ kind: NumberKind) -> SQLText {
    switch kind {
    case .integer: "abs(\(number))"
    case .real: "(abs(\(number)) + 0.0)"
    case .decimal, .duration: "_persistent_magnitude(\(number))"
    }
  }

  /// `CAST(x AS REAL)`, or `_persistent_integer(x)` and so on: for a number out of range, a cast
  /// would return the nearest integer.
  package func converted(
    _ number: SQLText, from kind: NumberKind, to other: NumberKind
  ) -> SQLText {
    switch (kind, other) {
    case (.integer, .real): "CAST(\(number) AS REAL)"
    case (_, .real): "_persistent_real(\(number))"
    case (.integer, _): decimal(ofUnits: number, scale: 0)
    default: "_persistent_integer(\(number))"
    }
  }

  /// `CAST(x AS TEXT)`.
  package func digits(ofInteger number: SQLText) -> SQLText { "CAST(\(number) AS TEXT)" }

  /// `_persistent_decimal(x, 2)`.
  package func decimal(ofUnits number: SQLText, scale: Int) -> SQLText {
    "_persistent_decimal(\(number), \(scale))"
  }

  /// `_persistent_round_real_down(x)`, `_persistent_round_decimal_up(x, 2)`.
  package func rounded(
    _ number: SQLText, _ rule: FloatingPointRoundingRule, digits: Int, _ kind: NumberKind
  ) -> SQLText { "\(rule.function(kind))(\(number)\(kind == .decimal ? ", \(digits)" : ""))" }

  /// `_persistent_square_root(x)`.
  package func squareRoot(_ number: SQLText) -> SQLText { "_persistent_square_root(\(number))" }

  /// `lower(x)`, `trim(x, y)` and `replace(x, y, z)`, which SQLite has, or
  /// `_persistent_lowercased(x)` and so on: SQLite's own `lower` knows only ASCII, and its `length`
  /// and `substr` end at a NUL.
  package func text(_ function: TextFunction, _ arguments: [SQLText]) -> SQLText {
    let list = arguments.joined(separator: ", ")
    return switch function {
    case .lowercasedASCII: "lower(\(list))"
    case .trimmed: "trim(\(list))"
    case .replacing: "replace(\(list))"
    default: "\(function.sqliteName)(\(list))"
    }
  }

  /// `_persistent_year(x, ?1)`: SQLite knows no time zones.
  package func date(
    _ field: DateField, of moment: SQLText, _ storage: StorageClass, in zone: String
  ) -> SQLText { "\(field.sqliteName)(\(moment), \(.text(zone)))" }

  /// `_persistent_seconds(x)`.
  package func seconds(of moment: SQLText) -> SQLText { "_persistent_seconds(\(moment))" }

  /// `_persistent_start_of_day(x, ?1)`.
  package func startOfDay(
    of moment: SQLText, _ storage: StorageClass, in zone: String
  ) -> SQLText { "_persistent_start_of_day(\(moment), \(.text(zone)))" }

  /// `sum(x)`, or `_persistent_decimal_sum(x)`.
  package func sum(_ expression: SQLText, _ kind: NumberKind) -> SQLText {
    switch kind {
    case .integer: "sum(\(expression))"
    case .real: definite("sum", expression)
    case .decimal, .duration: "\(kind.sum)(\(expression))"
    }
  }

  /// `avg(x)`, or `_persistent_average(x)` for integers: SQLite adds them up in doubles.
  package func average(_ expression: SQLText, _ kind: NumberKind) -> SQLText {
    kind == .integer ? "\(PO_AVERAGE)(\(expression))" : definite("avg", expression)
  }

  /// `ifnull(sum(x), _persistent_indefinite(count(x)))`: an error if SQLite returns NULL for a
  /// result that is not a number.
  private func definite(_ function: String, _ expression: SQLText) -> SQLText {
    "ifnull(\(function)(\(expression)), _persistent_indefinite(count(\(expression))))"
  }
}
