import PersistentObjectsConnections
import PersistentObjectsDriver

/// The condition that a row comes after another one in an order of several terms. The last term is
/// the primary key, so that no two rows have the same place.
struct Keyset {
  let terms: [OrderedColumn]
  let dialect: any Dialect

  /// Returns the condition `(a > ?1 OR (a = ?1 AND pk > ?2))`, with NULLs placed as in the order.
  /// If possible it is written so that it can use an index on the columns: as one comparison of
  /// rows if all terms have the same direction and none can be NULL, otherwise with a bound on the
  /// first term in front.
  func condition(after row: RowPosition) throws -> SQLText {
    guard row.values.count == terms.count else {
      throw PersistenceError(.invalidQuery, "the bookmark was made by a query with another order")
    }
    if terms.allSatisfy({ $0.comparison == terms[0].comparison && !$0.mayBeNull }) {
      let names = terms.map(\.name).joined(separator: ", ")
      return "\(terms.count == 1 ? names : "(\(names))") \(terms[0].comparison) \(row.values)"
    }
    let alternatives = alternatives(row, from: 0)
    guard let bound = terms[0].bound(row.values[0]) else { return "(\(alternatives))" }
    return "(\(bound) AND (\(alternatives)))"
  }

  /// Returns the condition that the term at `index` comes after the row's value, or equals it while
  /// a later term comes after.
  private func alternatives(_ row: RowPosition, from index: Int) -> SQLText {
    let (term, value) = (terms[index], row.values[index])
    let isAfter = term.isAfter(value, dialect)
    guard index + 1 < terms.count else { return isAfter }
    return "\(isAfter) OR (\(term.isSame(value)) AND (\(alternatives(row, from: index + 1))))"
  }
}

extension OrderedColumn {
  fileprivate var comparison: String { order.direction == .ascending ? ">" : "<" }
  private var endsInNulls: Bool { mayBeNull && order.nulls == .last }

  /// Returns the condition that the term comes after this value.
  fileprivate func isAfter(_ value: StoredValue, _ dialect: any Dialect) -> SQLText {
    if value == .null {
      return order.nulls == .first ? "\(name) IS NOT NULL" : "\(dialect.constant(false))"
    }
    let isBeyond: SQLText = "\(name) \(comparison) \(value)"
    return endsInNulls ? "\(isBeyond) OR \(name) IS NULL" : isBeyond
  }

  /// Returns the condition that the term has this value.
  fileprivate func isSame(_ value: StoredValue) -> SQLText {
    value == .null ? "\(name) IS NULL" : "\(name) = \(value)"
  }

  /// Returns the condition that holds for all rows from this value on; nil if they are not one
  /// range.
  fileprivate func bound(_ value: StoredValue) -> SQLText? {
    value == .null || endsInNulls ? nil : "\(name) \(comparison)= \(value)"
  }
}
