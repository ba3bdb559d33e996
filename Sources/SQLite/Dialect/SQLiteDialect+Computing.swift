import CSQLite
public import PersistentObjectsDriver

// Computing, with functions of this package where SQLite's own differ from Swift's. These exist
// only on connections of this package.
extension SQLiteDialect {
  /// `max(x, y)`.
  public func greatest(_ left: String, _ right: String) -> String { "max(\(left), \(right))" }

  /// `_persistent_add(x, y)`: SQLite itself turns an integer beyond 64 bits into a double, and a
  /// division by zero into NULL. `_persistent_real_add(x, y)` for doubles, since a column of these
  /// may hold integers, and `_persistent_decimal_add(x, y)` for decimals, which SQLite does not
  /// have.
  public func arithmetic(
    _ operation: ArithmeticOperator, _ left: String, _ right: String, _ kind: NumberKind
  ) -> String { "\(operation.function(kind))(\(left), \(right))" }

  /// `abs(x)`, `(abs(x) + 0.0)`, which turns −0 into 0, or `_persistent_magnitude(x)`.
  public func magnitude(_ number: String, _ kind: NumberKind) -> String {
    switch kind {
    case .integer: "abs(\(number))"
    case .real: "(abs(\(number)) + 0.0)"
    case .decimal, .duration: "_persistent_magnitude(\(number))"
    }
  }

  /// `CAST(x AS REAL)`, or `_persistent_integer(x)` and so on: for a number out of range, a cast
  /// would return the nearest integer.
  public func converted(
    _ number: String, from kind: NumberKind, to other: NumberKind
  ) -> String {
    switch (kind, other) {
    case (.integer, .real): "CAST(\(number) AS REAL)"
    case (_, .real): "_persistent_real(\(number))"
    case (.integer, _): decimal(ofUnits: number, scale: 0)
    default: "_persistent_integer(\(number))"
    }
  }

  /// `CAST(x AS TEXT)`.
  public func digits(ofInteger number: String) -> String { "CAST(\(number) AS TEXT)" }

  /// `_persistent_decimal(x, 2)`.
  public func decimal(ofUnits number: String, scale: Int) -> String {
    "_persistent_decimal(\(number), \(scale))"
  }

  /// `_persistent_round_real_down(x)`, `_persistent_round_decimal_up(x, 2)`.
  public func rounded(
    _ number: String, _ rule: FloatingPointRoundingRule, digits: Int, _ kind: NumberKind
  ) -> String { "\(rule.function(kind))(\(number)\(kind == .decimal ? ", \(digits)" : ""))" }

  /// `_persistent_square_root(x)`.
  public func squareRoot(_ number: String) -> String { "_persistent_square_root(\(number))" }

  /// `lower(x)`, `trim(x, y)` and `replace(x, y, z)`, which SQLite has, or
  /// `_persistent_lowercased(x)` and so on: SQLite's own `lower` knows only ASCII, and its `length`
  /// and `substr` end at a NUL.
  public func text(_ function: TextFunction, _ arguments: [String]) -> String {
    let list = arguments.joined(separator: ", ")
    return switch function {
    case .lowercasedASCII: "lower(\(list))"
    case .trimmed: "trim(\(list))"
    case .replacing: "replace(\(list))"
    default: "\(function.sqliteName)(\(list))"
    }
  }

  /// `_persistent_year(x, ?1)`: SQLite knows no time zones.
  public func date(
    _ field: DateField, of moment: String, _ storage: StorageClass, in zone: String
  ) -> String { "\(field.sqliteName)(\(moment), \(zone))" }

  /// `_persistent_seconds(x)`.
  public func seconds(of moment: String) -> String { "_persistent_seconds(\(moment))" }

  /// `_persistent_start_of_day(x, ?1)`.
  public func startOfDay(
    of moment: String, _ storage: StorageClass, in zone: String
  ) -> String { "_persistent_start_of_day(\(moment), \(zone))" }

  /// `sum(x)`, or `_persistent_decimal_sum(x)`.
  public func sum(_ expression: String, _ kind: NumberKind) -> String {
    switch kind {
    case .integer: "sum(\(expression))"
    case .real: definite("sum", expression)
    case .decimal, .duration: "\(kind.sum)(\(expression))"
    }
  }

  /// `min(x)`.
  public func minimum(_ expression: String, _ type: ColumnType) -> String { "min(\(expression))" }

  /// `max(x)`.
  public func maximum(_ expression: String, _ type: ColumnType) -> String { "max(\(expression))" }

  /// `avg(x)`, or `_persistent_average(x)` for integers: SQLite adds them up in doubles.
  public func average(_ expression: String, _ kind: NumberKind) -> String {
    kind == .integer ? "\(PO_AVERAGE)(\(expression))" : definite("avg", expression)
  }

  /// `ifnull(sum(x), _persistent_indefinite(count(x)))`: an error if SQLite returns NULL for a
  /// result that is not a number.
  private func definite(_ function: String, _ expression: String) -> String {
    "ifnull(\(function)(\(expression)), _persistent_indefinite(count(\(expression))))"
  }
}
