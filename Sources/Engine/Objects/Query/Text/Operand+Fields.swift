// Values in several columns.

import PersistentObjectsCodec
import PersistentObjectsDriver
import PersistentObjectsSchema

extension Operand {
  /// The fields, if the value has several columns.
  var layout: CompositeLayout? { coding.layout }

  /// Returns a field of the value. Throws if the step names none.
  func field(_ step: ColumnPath.Step) throws -> Operand {
    let found: CompositeLayout.Field? =
      switch step {
      case .field(let keyPath): layout?.field(at: keyPath)
      case .named(let name): layout?.field(named: name)
      default: nil
      }
    guard let coding = found?.coding else {
      throw invalidQuery(
        """
        the value has no such field in a column of its own; its fields are \
        \(layout?.fields.map(\.name).joined(separator: ", ") ?? "none")
        """)
    }
    let range = coding.offset..<coding.offset + coding.width
    return Operand(
      columns: Array(columns[range]), coding: coding.coding, column: parts[coding.offset],
      parts: coding.coding.layout == nil ? [] : Array(parts[range]), binding: binding,
      isSearchable: coding.columns.allSatisfy { $0.codec?.isSearchable ?? true },
      isOnOptionalPath: isOnOptionalPath)
  }

  /// The columns, each by itself.
  var cells: [Operand] {
    zip(columns, parts).map { sql, column in
      Operand(
        columns: [sql], coding: coding, column: column, binding: binding,
        isOnOptionalPath: isOnOptionalPath)
    }
  }

  /// Returns the columns to select: of a value in several columns all of them, or the one that
  /// tells whether there is a value.
  func selectedColumns(whole: Bool) throws -> [SQLText] {
    if layout == nil || columns.count == 1 { return [name] }
    return whole ? columns : [try tellingColumn ?? searchable().name]
  }

  /// The column that is NULL if there is no value; nil if any of them may be NULL otherwise.
  var tellingColumn: SQLText? {
    get throws {
      guard let layout else { return name }
      if layout.isToldByCase {
        throw invalidQuery("all values of the case may be nil; test the case itself with is(_:)")
      }
      let position = layout.presence ?? layout.columns.firstIndex { !$0.admitsNull() }
      return position.map { columns[$0] }
    }
  }

  /// Whether another value has the same fields in the same forms.
  func hasFields(of other: Operand) -> Bool {
    layout != nil && other.layout != nil && parts.count == other.parts.count
      && zip(parts, other.parts).allSatisfy { $0.codec == $1.codec }
  }

  /// Throws if the value has several columns.
  ///
  /// - Parameter refusal: the message for a reference.
  func requireSingle(_ refusal: String) throws {
    if columns.count == 1 { return }
    if layout != nil { throw isNoSingleValue }
    throw invalidQuery(refusal)
  }

  /// Throws if the value cannot be a key of groups.
  func requireGroupable() throws {
    if layout == nil { _ = try searchable() } else { try requireWholes() }
  }

  /// Throws if whole values cannot be compared.
  func requireWholes() throws {
    if layout?.isSearchable == true { return }
    throw PersistenceError(
      .notSearchable,
      "the value cannot be compared as a whole: the stored form of a field does not compare as the values do",
      context: place)
  }
}

extension QueryScope {
  /// Returns the condition that a value in several columns equals one of the program's.
  func equality(of operand: Operand, with value: ConditionArgument) throws -> SQLText {
    try operand.requireWholes()
    let terms = try zip(operand.cells, value.values(as: operand)).map { cell, value in
      if value == .null { return "\(cell.name) IS NULL" as SQLText }
      return dialect.numberComparing(cell.type)?
        .comparison(of: cell.name, "=", with: "\(value, of: cell.type)")
        ?? "\(cell.name) = \(value, of: cell.type)"
    }
    return "(\(terms.joined(separator: " AND ")))"
  }

  /// Returns the condition that two values in several columns are equal.
  func equality(of left: Operand, with right: Operand) throws -> SQLText {
    try left.requireWholes()
    guard left.hasFields(of: right) else { throw left.storedOtherwise }
    let terms = zip(left.cells, right.cells).map { left, right in
      left.mayBeNull && right.mayBeNull
        ? dialect.isSame(left.name, right.name) : "\(left.name) = \(right.name)" as SQLText
    }
    return "(\(terms.joined(separator: " AND ")))"
  }
}
