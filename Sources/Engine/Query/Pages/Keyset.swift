/// The condition that a row comes after another one in an order of several terms. The last term is
/// the primary key, so that no two rows have the same place.
struct Keyset {
  private let terms: [KeysetTerm]

  init(_ terms: [KeysetTerm]) { self.terms = terms }

  /// The condition `(a > ?1 OR (a = ?1 AND pk > ?2))`, with NULLs placed by the order. If possible
  /// it is written so that it can use an index on the columns: as one comparison of rows if all
  /// terms have the same direction and none can be NULL, otherwise with a bound on the first term
  /// in front.
  func condition(after row: RowPosition, _ empty: RawText) throws -> RawText {
    guard row.values.count == terms.count else {
      throw PersistenceError(.invalidQuery, "the bookmark was made by a query with another order")
    }
    if let text = rowComparison(row, empty: empty) { return text }
    var text = empty
    text.append("(")
    if let bound = terms[0].bound(row.values[0], empty: empty) {
      text.append(bound)
      text.append(" AND (")
      text.append(alternatives(row, from: 0, empty: empty))
      text.append(")")
    } else {
      text.append(alternatives(row, from: 0, empty: empty))
    }
    text.append(")")
    return text
  }

  private func rowComparison(_ row: RowPosition, empty: RawText) -> RawText? {
    let direction = terms[0].direction
    guard terms.allSatisfy({ $0.direction == direction && !$0.mayBeNull }) else { return nil }
    var text = empty
    let isOne = terms.count == 1
    let names = terms.map(\.name).joined(separator: ", ")
    text.append(isOne ? names : "(\(names))")
    text.append(direction == .ascending ? " > " : " < ")
    text.appendArgument(width: terms.count) { cells, index in
      for (offset, value) in row.values.enumerated() { cells.set(value, at: index + offset) }
    }
    return text
  }

  /// The condition that the term at `index` comes after, or is equal and a later term comes after.
  private func alternatives(_ row: RowPosition, from index: Int, empty: RawText) -> RawText {
    let (term, value) = (terms[index], row.values[index])
    var text = empty
    text.append(term.isAfter(value, empty: empty))
    guard index + 1 < terms.count else { return text }
    text.append(" OR (")
    text.append(term.isSame(value, empty: empty))
    text.append(" AND (")
    text.append(alternatives(row, from: index + 1, empty: empty))
    text.append("))")
    return text
  }
}

/// One term of an order.
struct KeysetTerm {
  let name: String
  let direction: SortDirection
  let mayBeNull: Bool
  private let nulls: NullPlacement

  init(_ order: Selection.Order, operand: Operand) {
    name = operand.name
    direction = order.direction
    nulls = order.nulls
    mayBeNull = operand.mayBeNull
  }

  private var comparison: String { direction == .ascending ? ">" : "<" }

  /// Comes after a row with this value.
  func isAfter(_ value: StoredValue, empty: RawText) -> RawText {
    var text = empty
    if case .null = value {
      if nulls == .first { text.append("\(name) IS NOT NULL") } else { text.append(false) }
      return text
    }
    text.append("\(name) \(comparison) ")
    text.appendArgument(value)
    if mayBeNull && nulls == .last { text.append(" OR \(name) IS NULL") }
    return text
  }

  /// Has this value.
  func isSame(_ value: StoredValue, empty: RawText) -> RawText {
    var text = empty
    text.append(name)
    if case .null = value {
      text.append(" IS NULL")
    } else {
      text.append(" = ")
      text.appendArgument(value)
    }
    return text
  }

  /// The condition that holds for all rows from this value on, if they are one range.
  func bound(_ value: StoredValue, empty: RawText) -> RawText? {
    if case .null = value { return nil }
    if mayBeNull && nulls == .last { return nil }
    var text = empty
    text.append("\(name) \(comparison)= ")
    text.appendArgument(value)
    return text
  }
}
