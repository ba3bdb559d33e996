package import PersistentObjectsDriver
package import PersistentObjectsSQLite

/// A dialect with SQLite's column types, which computes as SQLite does.
package protocol ForwardingComputing: Dialect {
  /// SQLite's dialect.
  var base: SQLiteDialect { get }
}

extension ForwardingComputing {
  package func arithmetic(
    _ operation: ArithmeticOperator, _ left: SQLText, _ right: SQLText, _ kind: NumberKind
  ) -> SQLText { base.arithmetic(operation, left, right, kind) }

  package func magnitude(_ number: SQLText, _ kind: NumberKind) -> SQLText {
    base.magnitude(number, kind)
  }

  package func converted(
    _ number: SQLText, from kind: NumberKind, to other: NumberKind
  ) -> SQLText { base.converted(number, from: kind, to: other) }

  package func digits(ofInteger number: SQLText) -> SQLText { base.digits(ofInteger: number) }

  package func decimal(ofUnits number: SQLText, scale: Int) -> SQLText {
    base.decimal(ofUnits: number, scale: scale)
  }

  package func rounded(
    _ number: SQLText, _ rule: FloatingPointRoundingRule, digits: Int, _ kind: NumberKind
  ) -> SQLText { base.rounded(number, rule, digits: digits, kind) }

  package func squareRoot(_ number: SQLText) -> SQLText { base.squareRoot(number) }

  package func text(_ function: TextFunction, _ arguments: [SQLText]) -> SQLText {
    base.text(function, arguments)
  }

  package func date(
    _ field: DateField, of moment: SQLText, _ storage: StorageClass, in zone: String
  ) -> SQLText { base.date(field, of: moment, storage, in: zone) }

  package func seconds(of moment: SQLText) -> SQLText { base.seconds(of: moment) }

  package func startOfDay(
    of moment: SQLText, _ storage: StorageClass, in zone: String
  ) -> SQLText { base.startOfDay(of: moment, storage, in: zone) }

  package func sum(_ expression: SQLText, _ kind: NumberKind) -> SQLText {
    base.sum(expression, kind)
  }

  package func average(_ expression: SQLText, _ kind: NumberKind) -> SQLText {
    base.average(expression, kind)
  }
}
