import Foundation

// Expressions in SQL. What they compare with or compute with is written into their text, marked, so that
// it can go wherever a column can; `SQLText` binds it.

extension QueryScope {
  /// The value of an expression.
  func operand(_ node: ValueNode) throws -> Operand {
    switch node {
    case .path(let path): try operand(path)
    case .argument(let argument): try operand(argument)
    case .arithmetic(let operation, let left, let right, let forms):
      try arithmetic(operation, left, right, forms)
    case .number(let function, let value, let form): try number(function, of: value, form)
    case .text(let function, let value, let others): try text(function, of: value, others)
    case .function(let call): try function(call)
    case .collated(let value, let collation): try collated(value, collation)
    case .date(let function, let value, let zone): try date(function, of: value, in: zone)
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
    _ operation: ArithmeticOperator, _ left: ValueNode, _ right: ValueNode, _ forms: ComputedForms
  ) throws -> Operand {
    let (left, right) = try (part(left, forms.left), part(right, forms.right))
    // Moments are doubles of seconds.
    let sql =
      forms.left.kind == nil && forms.left.storage == .text
      ? "(\(left.name) || \(right.name))"
      : dialect.arithmetic(operation, left.name, right.name, forms.left.kind ?? .real)
    return forms.result.operand(sql, isOptional: left.mayBeNull || right.mayBeNull)
  }

  private func number(
    _ function: NumberFunction, of value: ValueNode, _ form: _ComputedForm
  ) throws -> Operand {
    let part = try part(value, form)
    let kind = form.kind ?? .real
    func result(_ sql: String, _ form: _ComputedForm) -> Operand {
      form.operand(sql, isOptional: part.mayBeNull)
    }
    switch function {
    case .magnitude: return result(dialect.magnitude(part.name, kind), form)
    case .squareRoot: return result(dialect.squareRoot(part.name), form)
    case .rounded(let rule, let digits):
      // More digits than a decimal has behind the point.
      let digits = min(max(digits, -200), 200)
      return result(dialect.rounded(part.name, rule, digits: digits, kind), form)
    case .digits: return result(dialect.digits(ofInteger: part.name), String._form)
    case .converted(let other):
      let target = other.kind ?? .real
      if target == kind { return result(part.name, other) }
      guard kind != .real || target == .integer else {
        throw part.invalidQuery(
          "a double is no exact decimal; store decimals, or compute with doubles")
      }
      return result(dialect.converted(part.name, from: kind, to: target), other)
    }
  }

  private func text(
    _ function: TextFunction, of value: ValueNode, _ others: [ValueNode]
  ) throws -> Operand {
    let text = try part(value, String._form)
    let sql = dialect.text(function, try [text.name] + others.map { try operand($0).name })
    return (function == .count ? Int._form : String._form)
      .operand(sql, isOptional: text.mayBeNull)
  }

  private func collated(_ value: ValueNode, _ collation: Collation) throws -> Operand {
    let text = try self.text(value)
    guard let name = collation.name else {
      return _ComputedForm.folded.operand(
        dialect.text(.lowercasedASCII, [text.name]), isOptional: text.mayBeNull)
    }
    return String._form.operand(
      "\(text.name) COLLATE \(dialect.quoted(name))", isOptional: text.mayBeNull)
  }

  private func date(
    _ function: DateFunction, of value: ValueNode, in zone: String
  ) throws -> Operand {
    let moment = try operand(value)
    let isStored = moment.storesMoments
    guard isStored || _ComputedForm.moment.isForm(of: moment) || moment.storesSeconds else {
      throw PersistenceError(
        .notSearchable,
        """
        the database computes with dates that DateCodec or DateAsReal stores, and this property has another \
        codec
        """, context: moment.place)
    }
    guard TimeZone.knownTimeZoneIdentifiers.contains(zone) || zone == "GMT" || zone == "UTC" else {
      throw moment.invalidQuery(
        "'\(zone)' is not one of TimeZone.knownTimeZoneIdentifiers, so databases do not know it")
    }
    let (name, storage) = (StoredValue.text(zone).mark, isStored ? StorageClass.text : .real)
    switch function {
    case .field(let field):
      return .number(
        dialect.date(field, of: moment.name, storage, in: name), as: Int.self,
        isOnOptionalPath: moment.mayBeNull)
    case .startOfDay:
      return _ComputedForm.moment.operand(
        dialect.startOfDay(of: moment.name, storage, in: name), isOptional: moment.mayBeNull)
    }
  }

  /// A text as it is, to search in.
  func text(_ node: ValueNode) throws -> Operand { try part(node, String._form) }

  /// An operand in the form in which SQL computes with it.
  private func part(_ node: ValueNode, _ form: _ComputedForm) throws -> Operand {
    if case .argument(let argument) = node {
      var operand = form.operand("", isOptional: argument.value.isNil)
      operand.columns = [try mark(argument, as: operand)]
      return operand
    }
    let operand = try operand(node)
    if let part = form.operand(operand, dialect) { return part }
    throw PersistenceError(
      .notSearchable,
      "the database cannot compute with the property: its codec stores it in a form of its own",
      context: operand.place)
  }

  /// Two operands that compare as their values do.
  func comparable(_ left: Operand, _ right: Operand) throws -> (left: Operand, right: Operand) {
    let computed = _ComputedForm.special.filter { $0.isForm(of: left) || $0.isForm(of: right) }
    if computed.isEmpty, isComparable(left, right) { return (left, right) }
    // Columns of two codecs may have a common form.
    for form in computed.isEmpty ? _ComputedForm.numeric : computed {
      if let left = form.operand(left, dialect), let right = form.operand(right, dialect) {
        return (left, right)
      }
    }
    try requireComparable(left, right)
    return (left, right)
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
      let (own, other) = try comparable(single(first), single(second))
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
