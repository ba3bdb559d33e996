import Foundation

// Expressions in SQL. What they compare with or compute with is written into their text, marked, so that
// it can go wherever a column can; `SQLText` binds it.

extension QueryScope {
  /// The value of an expression.
  func operand(_ node: ValueNode) throws -> Operand {
    switch node {
    case .path(let path): try operand(path)
    case .argument(let argument): try operand(argument)
    case .arithmetic(let operation, let left, let right, let form):
      try arithmetic(operation, left, right, form)
    case .magnitude(let value, let form): try magnitude(of: value, form)
    case .text(let function, let value, let others): try text(function, of: value, others)
    case .date(let field, let value, let zone): try date(field, of: value, in: zone)
    case .choice(let condition, let first, let second): try choice(condition, first, second)
    case .coalesced(let first, let second): try coalesced(first, second)
    case .condition(let condition): try truth(of: condition)
    case .elements, .rows: throw Self.noValue
    case .aggregate(let aggregate): try self.aggregate(aggregate)
    case .first(let first): try self.first(first)
    case .scalar(let query): try scalar(query)
    case .refused(let error): throw error
    }
  }

  /// A value of the program's in the form that the registry's codec has for its type.
  private func operand(_ argument: ComputedArgument) throws -> Operand {
    guard let (coding, storage) = argument.coding(plans.registry) else {
      throw PersistenceError(.noCodec, "no codec stores the type of a value in the query")
    }
    var operand = Operand(columns: [""], coding: coding, ownStorage: storage)
    let text = try mark(argument, as: operand)
    operand.columns = [dialect.typed(text, storage)]
    operand.isOnOptionalPath = argument.value.isNil
    return operand
  }

  /// A value of the program's in the form of another operand.
  private func mark(_ argument: ComputedArgument, as operand: Operand) throws -> String {
    if argument.value.isNil { return StoredValue.null.mark }
    let cells = RowBatch(width: 1)
    try argument.value.encode(as: operand, into: cells, at: 0)
    return cells.row.value(at: 0).mark
  }

  // MARK: Numbers

  private func arithmetic(
    _ operation: ArithmeticOperator, _ left: ValueNode, _ right: ValueNode, _ form: _ComputedForm
  ) throws -> Operand {
    let parts = try [left, right].map { try part($0, form) }
    var result = Operand(columns: [], coding: form.coding, ownStorage: form.storage)
    result.columns = [
      form.storage == .text
        ? "(\(parts[0].name) || \(parts[1].name))"
        : dialect.arithmetic(operation, parts[0].name, parts[1].name, form.storage)
    ]
    result.isOnOptionalPath = parts.contains(where: \.mayBeNull)
    return result
  }

  private func magnitude(of value: ValueNode, _ form: _ComputedForm) throws -> Operand {
    let part = try part(value, form)
    return Operand(
      columns: ["abs(\(part.name))"], coding: form.coding, ownStorage: form.storage,
      isOnOptionalPath: part.mayBeNull)
  }

  private func text(
    _ function: TextFunction, of value: ValueNode, _ others: [ValueNode]
  ) throws -> Operand {
    let form = String._form
    let text = try part(value, form)
    let sql = dialect.text(function, try [text.name] + others.map { try operand($0).name })
    let isOptional = text.mayBeNull
    return function == .count
      ? .number(sql, as: Int.self, isOnOptionalPath: isOptional)
      : Operand(
        columns: [sql], coding: form.coding, ownStorage: .text, isOnOptionalPath: isOptional)
  }

  private func date(_ field: DateField, of value: ValueNode, in zone: String) throws -> Operand {
    let moment = try operand(value)
    // A form with another name for the reference date is another form.
    guard moment.stores(Date(timeIntervalSinceReferenceDate: 0), as: .text("2001-01-01 00:00:00"))
    else {
      throw PersistenceError(
        .notSearchable,
        "the database reads the fields of dates that DateCodec stores, and this property has another codec",
        context: moment.place)
    }
    guard TimeZone.knownTimeZoneIdentifiers.contains(zone) || zone == "GMT" || zone == "UTC" else {
      throw moment.invalidQuery(
        "'\(zone)' is not one of TimeZone.knownTimeZoneIdentifiers, so databases do not know it")
    }
    let name = StoredValue.text(zone).mark
    return .number(
      dialect.date(field, of: moment.name, in: name), as: Int.self,
      isOnOptionalPath: moment.mayBeNull)
  }

  /// An operand that SQL can compute with, stored as the very number or text.
  private func part(_ node: ValueNode, _ form: _ComputedForm) throws -> Operand {
    if case .argument(let argument) = node {
      var operand = Operand(columns: [""], coding: form.coding, ownStorage: form.storage)
      operand.columns = [try mark(argument, as: operand)]
      return operand
    }
    let operand = try operand(node)
    if operand.column == nil || form.isPlain(operand) { return operand }
    throw PersistenceError(
      .notSearchable,
      "the database cannot compute with the property: its codec stores it in a form of its own",
      context: operand.place)
  }

  // MARK: Choices

  private func choice(
    _ condition: ConditionNode, _ first: ValueNode, _ second: ValueNode
  ) throws -> Operand {
    let test = try self.condition(condition).marked()
    var (result, other) = try alike(first, second)
    result.columns = ["CASE WHEN \(test) THEN \(result.name) ELSE \(other.name) END"]
    result.isOnOptionalPath = result.mayBeNull || other.mayBeNull
    return result
  }

  private func coalesced(_ first: ValueNode, _ second: ValueNode) throws -> Operand {
    var (result, other) = try alike(first, second)
    result.columns = ["coalesce(\(result.name), \(other.name))"]
    return result
  }

  /// Two values in one form, that of a column if there is one.
  private func alike(
    _ first: ValueNode, _ second: ValueNode
  ) throws -> (first: Operand, second: Operand) {
    switch (first, second) {
    case (.argument(let argument), .argument):
      let other = try operand(second)
      var own = other
      own.columns = [dialect.typed(try mark(argument, as: other), other.storage)]
      own.isOnOptionalPath = argument.value.isNil
      return (own, other)
    case (.argument(let argument), _):
      let other = try single(second)
      return (try operand(argument, like: other), other)
    case (_, .argument(let argument)):
      let own = try single(first)
      return (own, try operand(argument, like: own))
    default:
      let (own, other) = try (single(first), single(second))
      try requireComparable(own, other)
      return (own, other)
    }
  }

  private func operand(_ argument: ComputedArgument, like other: Operand) throws -> Operand {
    var own = other
    own.columns = [try mark(argument, as: other)]
    own.isOnOptionalPath = argument.value.isNil
    return own
  }

  private func single(_ node: ValueNode) throws -> Operand {
    let operand = try operand(node)
    if operand.columns.count == 1 { return operand }
    throw operand.invalidQuery("a reference to several classes cannot be chosen in SQL")
  }

  /// 1 where a condition holds, otherwise 0.
  private func truth(of condition: ConditionNode) throws -> Operand {
    let test = try self.condition(condition).marked()
    return Operand(columns: ["CASE WHEN \(test) THEN 1 ELSE 0 END"], coding: TruthCoding())
  }

  // MARK: Other queries

  private func scalar(_ query: Subquery) throws -> Operand {
    var (text, result) = try query.write(self)
    result.columns = ["(\(try text.marked()))"]
    return result
  }
}
