import Foundation

/// The form in which a database computes with values of a type.
public struct _ComputedForm {
  /// Writes the values that are computed with, and reads results.
  let coding: any ValueCoding
  let storage: StorageClass
  /// The kind of numbers; nil for texts and moments.
  let kind: NumberKind?
  /// Writes a column in this form; nil for one whose codec stores values in another one.
  private let write: (Operand, any Dialect) -> String?

  init(
    coding: any ValueCoding, storage: StorageClass, kind: NumberKind? = nil,
    write: @escaping (Operand, any Dialect) -> String?
  ) {
    (self.coding, self.storage, self.kind, self.write) = (coding, storage, kind, write)
  }

  init(
    coding: any ValueCoding, kind: NumberKind, write: @escaping (Operand, any Dialect) -> String?
  ) { self.init(coding: coding, storage: kind.storage, kind: kind, write: write) }

  /// Moments as seconds since the reference date, which every database computes with as Swift does.
  static var moment: _ComputedForm {
    _ComputedForm(coding: SecondsCoding(), storage: .real) { operand, dialect in
      if operand.storesSeconds { return operand.name }
      return operand.storesMoments ? dialect.seconds(of: operand.name) : nil
    }
  }

  /// Texts of which the letters A–Z are small.
  static var folded: _ComputedForm {
    _ComputedForm(coding: FoldedTextCoding(), storage: .text) { operand, dialect in
      operand.storesTexts ? dialect.text(.lowercasedASCII, [operand.name]) : nil
    }
  }

  /// The forms that differ from what codecs store, or may do so.
  static var special: [_ComputedForm] { numeric + [.folded] }

  /// The forms of numbers and dates, in which columns of different codecs compare.
  static var numeric: [_ComputedForm] { [.moment, Decimal._form, Duration._form] }

  /// Whether what was computed is in this form.
  func isForm(of operand: Operand) -> Bool {
    operand.column == nil && type(of: operand.coding) == type(of: coding)
  }

  /// SQL in this form as an operand.
  func operand(_ sql: String, isOptional: Bool) -> Operand {
    Operand(columns: [sql], coding: coding, ownStorage: storage, isOnOptionalPath: isOptional)
  }

  /// The operand in this form; nil where the database cannot bring it there.
  func operand(_ operand: Operand, _ dialect: any Dialect) -> Operand? {
    if isForm(of: operand) { return operand }
    guard operand.columns.count == 1 else { return nil }
    if let sql = write(operand, dialect) {
      return sql == operand.name ? operand : self.operand(sql, isOptional: operand.mayBeNull)
    }
    // Numbers that SQL has computed, of another type.
    let isPlain = operand.column == nil && operand.storage == storage && kind?.isText != true
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
