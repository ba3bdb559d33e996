package import PersistentObjectsDriver

// Computing with integers, doubles and texts.
extension PostgresDialect {
  /// `(x + y)`.
  package func arithmetic(
    _ operation: ArithmeticOperator, _ left: SQLText, _ right: SQLText, _ kind: NumberKind
  ) -> SQLText {
    kind.isText
      ? Self.decimal(operation, of: left, and: right, as: kind)
      : "(\(left) \(operation.rawValue) \(right))"
  }

  /// `abs(x)`.
  package func magnitude(_ number: SQLText, _ kind: NumberKind) -> SQLText {
    kind.isText
      ? Self.stored("abs(\(Self.numeric(number)))", as: kind) : "abs(\(number))"
  }

  /// `x::double precision`, `trunc(x)::bigint`.
  package func converted(
    _ number: SQLText, from kind: NumberKind, to other: NumberKind
  ) -> SQLText {
    let value = kind.isText ? Self.numeric(number) : number
    return switch other {
    case .real: "(\(value))::double precision"
    case .integer: "trunc(\(value))::bigint"
    default: Self.stored("(\(value))::numeric", as: other)
    }
  }

  /// `x::text`.
  package func digits(ofInteger number: SQLText) -> SQLText {
    "(\(number))::text COLLATE \"C\""
  }

  /// `ceil(x)`, `floor(x)` and so on.
  package func rounded(
    _ number: SQLText, _ rule: FloatingPointRoundingRule, digits: Int, _ kind: NumberKind
  ) -> SQLText {
    if kind == .decimal { return Self.rounded(number, by: rule, digits: digits) }
    return switch rule {
    case .up: "ceil(\(number))"
    case .down: "floor(\(number))"
    case .towardZero: "trunc(\(number))"
    case .awayFromZero:
      Self.computedOnce(number) { "CASE WHEN \($0) < 0 THEN floor(\($0)) ELSE ceil(\($0)) END" }
    case .toNearestOrEven: "round(\(number))"
    // The rest is exact, and so is twice the rest. −0 and infinities are whole.
    default:
      Self.computedOnce(number) { number in
        """
        CASE WHEN \(number) = trunc(\(number)) THEN \(number) \
        ELSE trunc(\(number)) + trunc(2 * (\(number) - trunc(\(number)))) END
        """
      }
    }
  }

  /// Returns an expression that names an operand several times. One with a subquery gets a name, so
  /// that the subquery is run once; others may be part of an index, which cannot have subqueries.
  static func computedOnce(_ operand: SQLText, _ expression: (SQLText) -> SQLText) -> SQLText {
    guard operand.contains("SELECT") else { return expression(operand) }
    return "(SELECT \(expression("n")) FROM (SELECT \(operand) AS n OFFSET 0) AS o)"
  }

  /// `sqrt(x)`.
  package func squareRoot(_ number: SQLText) -> SQLText { "sqrt(\(number))" }

  /// `lower(x)`, by ICU's mapping of each scalar, and so on. Capital sigma is replaced beforehand,
  /// because ICU has a different small sigma for the end of a word.
  package func text(_ function: TextFunction, _ arguments: [SQLText]) -> SQLText {
    let (text, others) = (arguments[0], arguments.dropFirst().joined(separator: ", "))
    return switch function {
    case .lowercased: "lower(replace(\(text), 'Σ', 'σ') COLLATE \"und-x-icu\") COLLATE \"C\""
    case .lowercasedASCII: isRecording ? "lower(\(text))" : "lower(\(text) COLLATE \"C\")"
    case .uppercased: "upper(\(text) COLLATE \"und-x-icu\") COLLATE \"C\""
    case .count: "char_length(\(text))::bigint"
    case .trimmed: "\(isRecording ? "trim" : "btrim")(\(text), \(others))"
    case .prefix: "left(\(text), (\(others))::int)"
    case .suffix: "right(\(text), (\(others))::int)"
    case .dropFirst: "substr(\(text), (\(others))::int + 1)"
    case .dropLast: "left(\(text), greatest(char_length(\(text)) - (\(others))::int, 0))"
    case .replacing: "replace(\(text), \(others))"
    }
  }

  /// `sum(x)::bigint`, since the sum of integers is a `numeric`.
  package func sum(_ expression: SQLText, _ kind: NumberKind) -> SQLText {
    switch kind {
    case .integer: "sum(\(expression))::bigint"
    case .real: "sum(\(expression))"
    case .decimal, .duration: Self.stored("sum(\(Self.numeric(expression)))", as: kind)
    }
  }

  /// `min(x)`, or its replacement for types without it.
  package func minimum(_ expression: SQLText, _ type: ColumnType) -> SQLText {
    extreme("min", logical: "bool_and", of: expression, as: type)
  }

  /// `max(x)`, or its replacement for types without it.
  package func maximum(_ expression: SQLText, _ type: ColumnType) -> SQLText {
    extreme("max", logical: "bool_or", of: expression, as: type)
  }

  private func extreme(
    _ function: String, logical: String, of expression: SQLText, as type: ColumnType
  ) -> SQLText {
    switch NativeType(type) {
    case .boolean: "\(logical)(\(expression))"
    case .uuid: "\(function)((\(expression))::text COLLATE \"C\")::uuid"
    case .numeric(let digits): "\(function)(\(expression))::numeric(\(digits),0)"
    // The server finds the least or greatest of arrays, but not of bytes.
    case nil where type.storage == .bytes:
      "(\(function)(CASE WHEN \(expression) IS NOT NULL THEN ARRAY[\(expression)] END))[1]"
    default: "\(function)(\(expression))"
    }
  }

  /// The sum as a double, divided by the number of values.
  package func average(_ expression: SQLText, _ kind: NumberKind) -> SQLText {
    "(sum(\(expression))::double precision / nullif(count(\(expression)), 0))"
  }
}
