import Foundation
import PersistentObjectsCodec
import PersistentObjectsDriver

/// The form in which a database computes with values of a type.
public struct _ComputedForm {
  /// Writes the operands of computations, and reads their results.
  let coding: any ValueCoding
  let storage: StorageClass
  /// The kind of numbers; nil for texts and moments.
  let kind: NumberKind?
  /// Writes a column in this form; returns nil if its codec stores values in another form.
  private let write: (Operand, any Dialect) -> SQLText?

  init(
    coding: any ValueCoding, storage: StorageClass, kind: NumberKind? = nil,
    write: @escaping (Operand, any Dialect) -> SQLText?
  ) {
    (self.coding, self.storage, self.kind, self.write) = (coding, storage, kind, write)
  }

  init(
    coding: any ValueCoding, kind: NumberKind, write: @escaping (Operand, any Dialect) -> SQLText?
  ) { self.init(coding: coding, storage: kind.storage, kind: kind, write: write) }

  /// Moments as seconds since the reference date. Every database computes with these as Swift does.
  static var moment: _ComputedForm {
    _ComputedForm(coding: SecondsCoding(), storage: .real) { operand, dialect in
      if operand.storesSeconds { return operand.name }
      return operand.storesMoments ? dialect.seconds(of: operand.name) : nil
    }
  }

  /// Texts with the letters A–Z in lower case.
  static var folded: _ComputedForm {
    _ComputedForm(coding: FoldedTextCoding(), storage: .text) { operand, dialect in
      operand.storesTexts ? dialect.text(.lowercasedASCII, [operand.name]) : nil
    }
  }

  /// The forms that differ, or may differ, from what codecs store.
  static var special: [_ComputedForm] { numeric + [.folded] }

  /// The forms of numbers and dates. Columns of different codecs are compared in these forms.
  static var numeric: [_ComputedForm] { [.moment, Decimal._form, Duration._form] }

  /// Whether an operand was computed and is in this form.
  func isForm(of operand: Operand) -> Bool {
    operand.column == nil && type(of: operand.coding) == type(of: coding)
  }

  /// Returns an operand for SQL that is in this form.
  func operand(_ sql: SQLText, isOptional: Bool) -> Operand {
    Operand(columns: [sql], coding: coding, ownStorage: storage, isOnOptionalPath: isOptional)
  }

  /// Returns the operand in this form; nil if the database cannot convert it.
  func operand(_ operand: Operand, _ dialect: any Dialect) -> Operand? {
    if isForm(of: operand) { return operand }
    guard operand.columns.count == 1 else { return nil }
    if let sql = write(operand, dialect) {
      return sql == operand.name ? operand : self.operand(sql, isOptional: operand.mayBeNull)
    }
    // Numbers of another type that SQL has computed.
    let isPlain = operand.codec == nil && operand.storage == storage && kind?.isText != true
    return isPlain ? operand : nil
  }
}

extension Operand {
  /// Whether texts are stored as they are.
  var storesTexts: Bool { stores("aB", as: .text("aB")) }

  /// Whether decimals are stored as ``ExactDecimal/text``.
  var storesDecimals: Bool { stores(Decimal(2), as: .text(ExactDecimal(2).text)) }

  /// Whether durations are stored as the ``ExactDecimal/text`` of their seconds.
  var storesDurations: Bool { stores(Duration.seconds(2), as: .text(ExactDecimal(2).text)) }

  /// Whether dates are stored as seconds since the reference date.
  var storesSeconds: Bool {
    stores(Date(timeIntervalSinceReferenceDate: 2.5), as: .real(2.5))
  }

  /// Whether dates are stored in the form of ``Moment``.
  var storesMoments: Bool {
    stores(Date(timeIntervalSinceReferenceDate: 0), as: .text("2001-01-01 00:00:00"))
  }
}

extension Operand {
  /// Whether this operand and another have values of a type in the same form. Values of types that
  /// SQL does not compute with need the same codec, if both have one.
  func hasForm(of other: Operand) -> Bool {
    guard let sample = Self.sample(of: other.coding.valueType), let own = form(of: sample),
      let others = other.form(of: sample)
    else { return codec == nil || other.codec == nil || codec == other.codec }
    return own == others
  }

  private func form(of value: ConditionArgument) -> [StoredValue]? {
    let cells = RowBatch(width: columns.count)
    do {
      try value.encode(as: self, into: cells, at: 0)
    } catch {
      return nil
    }
    return cells.row.values
  }

  /// Returns a value of a type that SQL computes with; nil for other types.
  private static func sample(of type: Any.Type) -> ConditionArgument? {
    if let integer = type as? any FixedWidthInteger.Type { return seven(integer) }
    if let optional = type as? any OptionalType.Type { return sample(of: optional.wrapped) }
    if type == String.self { return ConditionArgument("aB") }
    if type == Double.self { return ConditionArgument(2.5) }
    if type == Bool.self { return ConditionArgument(true) }
    if type == Decimal.self { return ConditionArgument(Decimal(2)) }
    if type == Duration.self { return ConditionArgument(Duration.seconds(2)) }
    if type == Date.self {
      return ConditionArgument(Date(timeIntervalSinceReferenceDate: 2.5))
    }
    return nil
  }

  private static func seven<Value: FixedWidthInteger>(_ type: Value.Type) -> ConditionArgument {
    ConditionArgument(Value(7))
  }
}

extension ValueCoding {
  fileprivate var valueType: Any.Type { Value.self }
}
