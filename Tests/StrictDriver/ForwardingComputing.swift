public import PersistentObjectsDriver
public import PersistentObjectsSQLite

/// A dialect with SQLite's column types, which computes as SQLite does.
public protocol ForwardingComputing: Dialect {
  /// SQLite's dialect.
  var base: SQLiteDialect { get }
}

extension ForwardingComputing {
  public func arithmetic(
    _ operation: ArithmeticOperator, _ left: SQLText, _ right: SQLText, _ kind: NumberKind
  ) -> SQLText { base.arithmetic(operation, left, right, kind) }

  public func magnitude(_ number: SQLText, _ kind: NumberKind) -> SQLText {
    base.magnitude(number, kind)
  }

  public func converted(
    _ number: SQLText, from kind: NumberKind, to other: NumberKind
  ) -> SQLText { base.converted(number, from: kind, to: other) }

  public func digits(ofInteger number: SQLText) -> SQLText { base.digits(ofInteger: number) }

  public func decimal(ofUnits number: SQLText, scale: Int) -> SQLText {
    base.decimal(ofUnits: number, scale: scale)
  }

  public func rounded(
    _ number: SQLText, _ rule: FloatingPointRoundingRule, digits: Int, _ kind: NumberKind
  ) -> SQLText { base.rounded(number, rule, digits: digits, kind) }

  public func squareRoot(_ number: SQLText) -> SQLText { base.squareRoot(number) }

  public func text(_ function: TextFunction, _ arguments: [SQLText]) -> SQLText {
    base.text(function, arguments)
  }

  public func date(
    _ field: DateField, of moment: SQLText, _ storage: StorageClass, in zone: String
  ) -> SQLText { base.date(field, of: moment, storage, in: zone) }

  public func seconds(of moment: SQLText) -> SQLText { base.seconds(of: moment) }

  public func startOfDay(
    of moment: SQLText, _ storage: StorageClass, in zone: String
  ) -> SQLText { base.startOfDay(of: moment, storage, in: zone) }

  public func sum(_ expression: SQLText, _ kind: NumberKind) -> SQLText {
    base.sum(expression, kind)
  }

  public func average(_ expression: SQLText, _ kind: NumberKind) -> SQLText {
    base.average(expression, kind)
  }
}
