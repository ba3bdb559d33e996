public import PersistentObjectsDriver
public import PersistentObjectsSQLite

/// A dialect with SQLite's column types, which computes as SQLite does.
public protocol ForwardingComputing: Dialect {
  /// SQLite's dialect.
  var base: SQLiteDialect { get }
}

extension ForwardingComputing {
  public func retypeColumn(
    _ column: ColumnDefinition, of table: String, from type: String
  ) -> String? { base.retypeColumn(column, of: table, from: type) }

  public func typed(_ placeholder: String, _ type: ColumnType) -> String {
    base.typed(placeholder, type)
  }

  public func stored(_ expression: String, _ type: ColumnType) -> String {
    base.stored(expression, type)
  }

  public func native(_ expression: String, _ type: ColumnType) -> String {
    base.native(expression, type)
  }

  public func greatest(_ left: String, _ right: String) -> String { base.greatest(left, right) }

  public func arithmetic(
    _ operation: ArithmeticOperator, _ left: String, _ right: String, _ kind: NumberKind
  ) -> String { base.arithmetic(operation, left, right, kind) }

  public func magnitude(_ number: String, _ kind: NumberKind) -> String {
    base.magnitude(number, kind)
  }

  public func converted(
    _ number: String, from kind: NumberKind, to other: NumberKind
  ) -> String { base.converted(number, from: kind, to: other) }

  public func digits(ofInteger number: String) -> String { base.digits(ofInteger: number) }

  public func decimal(ofUnits number: String, scale: Int) -> String {
    base.decimal(ofUnits: number, scale: scale)
  }

  public func rounded(
    _ number: String, _ rule: FloatingPointRoundingRule, digits: Int, _ kind: NumberKind
  ) -> String { base.rounded(number, rule, digits: digits, kind) }

  public func squareRoot(_ number: String) -> String { base.squareRoot(number) }

  public func text(_ function: TextFunction, _ arguments: [String]) -> String {
    base.text(function, arguments)
  }

  public func date(
    _ field: DateField, of moment: String, _ storage: StorageClass, in zone: String
  ) -> String { base.date(field, of: moment, storage, in: zone) }

  public func seconds(of moment: String) -> String { base.seconds(of: moment) }

  public func startOfDay(
    of moment: String, _ storage: StorageClass, in zone: String
  ) -> String { base.startOfDay(of: moment, storage, in: zone) }

  public func sum(_ expression: String, _ kind: NumberKind) -> String {
    base.sum(expression, kind)
  }

  public func minimum(_ expression: String, _ type: ColumnType) -> String {
    base.minimum(expression, type)
  }

  public func maximum(_ expression: String, _ type: ColumnType) -> String {
    base.maximum(expression, type)
  }

  public func average(_ expression: String, _ kind: NumberKind) -> String {
    base.average(expression, kind)
  }
}
