import Foundation
import PersistentObjectsConnections
import PersistentObjectsDriver

// Values that SQL computes from numbers, texts and dates.

extension QueryScope {
  func arithmetic(
    _ operation: ArithmeticOperator, _ left: ValueNode, _ right: ValueNode, _ forms: ComputedForms
  ) throws -> Operand {
    let (left, right) = try (
      part(left, forms.left, isTyped: right.isArgument), part(right, forms.right)
    )
    // Moments are doubles of seconds.
    if let kind = forms.left.kind { try dialect.requireComputed(kind) }
    let sql: SQLText =
      forms.left.kind == nil && forms.left.storage == .text
      ? "(\(left.name) || \(right.name))"
      : dialect.arithmetic(operation, left.name, right.name, forms.left.kind ?? .real)
    return forms.result.operand(sql, isOptional: left.mayBeNull || right.mayBeNull)
  }

  func number(
    _ function: NumberFunction, of value: ValueNode, _ form: _ComputedForm
  ) throws -> Operand {
    let part = try part(value, form, isTyped: true)
    let kind = form.kind ?? .real
    try dialect.requireComputed(kind)
    func result(_ sql: SQLText, _ form: _ComputedForm) -> Operand {
      form.operand(sql, isOptional: part.mayBeNull)
    }
    switch function {
    case .magnitude: return result(dialect.magnitude(part.name, kind), form)
    case .squareRoot: return result(dialect.squareRoot(part.name), form)
    case .rounded(let rule, let digits):
      // A decimal never has as many digits after the point.
      let digits = min(max(digits, -200), 200)
      return result(dialect.rounded(part.name, rule, digits: digits, kind), form)
    case .digits: return result(dialect.digits(ofInteger: part.name), String._form)
    case .converted(let other):
      let target = other.kind ?? .real
      try dialect.requireComputed(target)
      if target == kind { return result(part.name, other) }
      guard kind != .real || target == .integer else {
        throw part.invalidQuery(
          "a double is not an exact decimal; store decimals, or compute with doubles")
      }
      return result(dialect.converted(part.name, from: kind, to: target), other)
    }
  }

  func text(
    _ function: TextFunction, of value: ValueNode, _ others: [ValueNode]
  ) throws -> Operand {
    let text = try part(value, String._form)
    let form = function.formOfOthers
    let sql = dialect.text(
      function, try [text.name] + others.map { try part($0, form, isTyped: true).name })
    return (function == .count ? Int._form : String._form)
      .operand(sql, isOptional: text.mayBeNull)
  }

  func collated(_ value: ValueNode, _ collation: Collation) throws -> Operand {
    let text = try self.text(value)
    guard let name = collation.name else {
      return _ComputedForm.folded.operand(
        dialect.text(.lowercasedASCII, [text.name]), isOptional: text.mayBeNull)
    }
    let collation = dialect.quoted(name)
    var result = String._form.operand(
      "\(text.name) COLLATE \(collation)", isOptional: text.mayBeNull)
    result.collation = collation
    return result
  }

  func date(
    _ function: DateFunction, of value: ValueNode, in zone: String
  ) throws -> Operand {
    let moment = try operand(value)
    let isStored = moment.storesMoments
    guard isStored || _ComputedForm.moment.isForm(of: moment) || moment.storesSeconds else {
      throw PersistenceError(
        .notSearchable,
        """
        the database computes only with dates that DateCodec or DateAsReal stores, and this property has \
        another codec
        """, context: moment.place)
    }
    try requireClear(zone, for: moment)
    let storage = isStored ? StorageClass.text : .real
    switch function {
    case .field(let field):
      return .number(
        dialect.date(field, of: moment.name, storage, in: zone), as: Int.self,
        isOnOptionalPath: moment.mayBeNull)
    case .startOfDay:
      return _ComputedForm.moment.operand(
        dialect.startOfDay(of: moment.name, storage, in: zone), isOptional: moment.mayBeNull)
    }
  }

  /// Throws `invalidQuery` for a time zone whose name means something else to some databases.
  private func requireClear(_ zone: String, for moment: Operand) throws {
    // The sign of an offset, read the other way round.
    if zone.hasPrefix("GMT+") || zone.hasPrefix("GMT-") {
      throw moment.invalidQuery(
        "'\(zone)' is an offset; use a zone of the tz database, such as Europe/Berlin or Etc/GMT-1"
      )
    }
    // An abbreviation, which takes precedence over the zone and has no summer time.
    if ["CET", "EET", "MET", "WET"].contains(zone.uppercased()) {
      throw moment.invalidQuery(
        "'\(zone)' is also an abbreviation without summer time; use a place, such as Europe/Berlin")
    }
  }
}

extension Dialect {
  /// Throws `unsupported` if SQL does not compute with a kind of numbers.
  func requireComputed(_ kind: NumberKind) throws {
    guard character.uncomputedKinds.contains(kind) else { return }
    throw PersistenceError(
      .unsupported,
      "the database does not compute exactly with a \(kind); read the values and compute in Swift")
  }
}

// MARK: Forms

extension TextFunction {
  /// The form of the arguments after the text: numbers of scalars, or texts.
  fileprivate var formOfOthers: _ComputedForm {
    switch self {
    case .prefix, .suffix, .dropFirst, .dropLast: Int._form
    default: String._form
    }
  }
}

extension QueryScope {
  /// Returns a text in its plain form, for searches.
  func text(_ node: ValueNode) throws -> Operand { try part(node, String._form) }

  /// Returns an operand in the form in which SQL computes with it.
  ///
  /// - Parameter isTyped: whether a value of the program gets a type because nothing beside it has
  ///   one.
  private func part(
    _ node: ValueNode, _ form: _ComputedForm, isTyped: Bool = false
  ) throws -> Operand {
    if case .argument(let argument) = node {
      var operand = form.operand("", isOptional: argument.value.isNil)
      let text = try value(argument, as: operand)
      operand.columns = [isTyped ? dialect.typed(text, operand.type) : text]
      return operand
    }
    let operand = try operand(node.uncollated, like: form.operand("", isOptional: false))
    if let part = form.operand(operand, dialect) { return part }
    throw PersistenceError(
      .notSearchable,
      "the database cannot compute with the property: its codec stores it in a form of its own",
      context: operand.place)
  }

  /// Returns two operands in a form in which they compare as their values do.
  func comparable(_ left: Operand, _ right: Operand) throws -> (left: Operand, right: Operand) {
    let computed = _ComputedForm.special.filter { $0.isForm(of: left) || $0.isForm(of: right) }
    if computed.isEmpty, isComparable(left, right) {
      let (left, right) = (left.collated(like: right), right.collated(like: left))
      return left.type == right.type ? (left, right) : (left.stored(dialect), right.stored(dialect))
    }
    // Columns of two codecs may have a common form.
    for form in computed.isEmpty ? _ComputedForm.numeric : computed {
      if let left = form.operand(left, dialect), let right = form.operand(right, dialect) {
        return (left, right)
      }
    }
    throw left.storedOtherwise
  }
}
