package import PersistentObjectsDriver

/// SQL with bound values, written as an interpolated string. An interpolated string is SQL as it
/// stands, a stored value is bound to a placeholder, and another text becomes a part of this one.
///
/// ```swift
/// let isOld: SQLText = "age > \(.integer(30))"
/// let text: SQLText = "SELECT pk FROM \(table) WHERE \(isOld)"
/// ```
///
/// Placeholders are numbered at the end, so pieces can be made in any order.
package struct SQLText: ExpressibleByStringInterpolation, StringInterpolationProtocol {
  private var pieces: [Piece] = []

  private enum Piece {
    case text(String)
    /// Placeholders, the text around them, and the bound values.
    case argument(
      width: Int, type: ColumnType?, around: (String) -> String,
      encode: (RowBatch, Int) throws -> Void)
    /// A condition that an expression equals one of the values of a batch.
    case list(expression: String, RowBatch, ColumnType)
  }

  package init(stringLiteral sql: String) { pieces = [.text(sql)] }
  package init(stringInterpolation text: SQLText) { self = text }
  package init(literalCapacity: Int, interpolationCount: Int) {
    pieces.reserveCapacity(2 * interpolationCount + 1)
  }

  package var isEmpty: Bool {
    pieces.allSatisfy { if case .text(let text) = $0 { text.isEmpty } else { false } }
  }

  /// Whether the text may call functions.
  var mayCall: Bool {
    pieces.contains {
      if case .text(let text) = $0 { text.utf8.contains(UInt8(ascii: "(")) } else { false }
    }
  }

  package mutating func appendLiteral(_ sql: String) { pieces.append(.text(sql)) }

  /// Adds SQL, in which marks become placeholders.
  package mutating func appendInterpolation(_ sql: String) {
    if StoredValue.hasMarks(sql) { appendMarked(sql) } else { pieces.append(.text(sql)) }
  }

  private mutating func appendMarked(_ sql: String) {
    let parts = sql.split(separator: "\0", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if index.isMultiple(of: 2) {
        pieces.append(.text(String(part)))
      } else if let (value, type) = StoredValue.read(mark: part) {
        appendInterpolation(of: type) { $0.set(value, at: $1) }
      }
    }
  }

  package mutating func appendInterpolation(_ text: SQLText) { pieces += text.pieces }

  /// Adds a placeholder for a value, with the text that a dialect writes around it.
  package mutating func appendInterpolation(
    _ value: StoredValue, around: @escaping (String) -> String = { $0 }
  ) {
    if StoredValue.hasMarks(around("")) { return appendMarked(around(value.mark)) }
    pieces.append(.argument(width: 1, type: nil, around: around) { $0.set(value, at: $1) })
  }

  /// Adds a placeholder, or a row of them in parentheses, for values.
  package mutating func appendInterpolation(_ values: [StoredValue]) {
    appendInterpolation(width: values.count) { cells, index in
      for (offset, value) in values.enumerated() { cells.set(value, at: index + offset) }
    }
  }

  /// Adds a placeholder, or a row of them in parentheses, for the values that a closure writes.
  ///
  /// - Parameters:
  ///   - type: the type of the column that the value is compared with, if there is one.
  ///   - around: adds the text that a dialect writes around it.
  package mutating func appendInterpolation(
    width: Int = 1, of type: ColumnType? = nil, around: @escaping (String) -> String = { $0 },
    _ encode: @escaping (RowBatch, Int) throws -> Void
  ) {
    pieces.append(.argument(width: width, type: type, around: around, encode: encode))
  }

  /// Adds a condition that an expression equals one of the values of a batch with one cell in each
  /// row.
  package mutating func appendInterpolation(
    _ expression: String, isIn rows: RowBatch, of type: ColumnType
  ) {
    if StoredValue.hasMarks(expression) {
      let values = (0..<rows.count).map { rows[$0].value(at: 0).mark }
      return appendMarked("\(expression) IN (\(values.joined(separator: ", ")))")
    }
    pieces.append(.list(expression: expression, rows, type))
  }

  package static func += (text: inout SQLText, other: SQLText) { text.appendInterpolation(other) }
}

extension [SQLText] {
  package func joined(separator: String) -> SQLText {
    enumerated().reduce(into: "") { text, part in
      if part.offset > 0 { text.appendLiteral(separator) }
      text += part.element
    }
  }
}

// MARK: Running

extension SQLText {
  /// Returns the text with its placeholders.
  package func sql(_ dialect: any Dialect) -> String { written(in: dialect).sql }

  private func written(in dialect: any Dialect) -> (sql: String, parameters: Int) {
    var number = 0
    let parts = pieces.map { piece in
      switch piece {
      case .text(let text): return text
      case .argument(let width, _, let around, _):
        let list = (number + 1...number + width).map(dialect.placeholder)
        number += width
        return around(Self.row(list))
      case .list(let expression, _, let type):
        number += 1
        return dialect.isMember(expression, dialect.placeholder(number), type)
      }
    }
    return (parts.joined(), number)
  }

  /// Returns the text with its values as literals, for statements that cannot have parameters.
  package func withLiterals(_ dialect: any Dialect) throws -> String {
    try written(dialect) { value, type in
      guard let type else { return dialect.literal(value) }
      return dialect.numberComparing(type)?.literal(value, in: type)
        ?? dialect.native(dialect.literal(value), type)
    }
  }

  /// Returns the text with its values as marks, to become a part of other SQL.
  package func marked(_ dialect: any Dialect) throws -> String {
    try written(dialect) { value, type in
      type.map { dialect.native(value.mark(beside: $0, in: dialect), $0) } ?? value.mark
    }
  }

  private func written(
    _ dialect: any Dialect, _ write: (StoredValue, ColumnType?) -> String
  ) throws -> String {
    try pieces.map { piece in
      switch piece {
      case .text(let text): return text
      case .argument(let width, let type, let around, let encode):
        let cells = RowBatch(width: width)
        try encode(cells, 0)
        return around(Self.row(cells.row.values.map { write($0, type) }))
      case .list(let expression, let rows, let type):
        let values = (0..<rows.count).map { write(rows[$0].value(at: 0), type) }
        return "\(expression) IN (\(values.joined(separator: ", ")))"
      }
    }.joined()
  }

  private static func row(_ values: [String]) -> String {
    values.count == 1 ? values[0] : "(\(values.joined(separator: ", ")))"
  }

  /// Prepares the text and binds its values. The caller resets the statement.
  package func statement(on connection: Connection) throws -> Statement {
    let (sql, count) = written(in: connection.dialect)
    let most = connection.character.maximumParameters
    guard count <= most else {
      throw PersistenceError(
        .invalidQuery,
        """
        the query has \(count) values, and the database takes \(most) in one statement; split the query, \
        or compare with a list by isIn(_:), which counts as one value
        """)
    }
    return try connection.statement(sql: sql).binding(bind)
  }

  /// Binds the values of all placeholders.
  package func bind(to statement: Statement) throws {
    var index = 0
    for piece in pieces {
      switch piece {
      case .text: break
      case .argument(let width, _, _, let encode):
        try encode(statement.parameters, index)
        index += width
      case .list(_, let rows, _):
        statement.set(rows, at: index)
        index += 1
      }
    }
  }
}
