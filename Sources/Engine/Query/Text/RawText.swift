/// SQL with bound values, assembled from pieces. Placeholders are numbered at the end, so pieces
/// may be made in any order.
struct RawText {
  private let registry: CodecRegistry
  private let dialect: any Dialect
  private var pieces: [Piece] = []
  /// The number of bound values.
  private(set) var placeholderCount = 0

  private enum Piece {
    case text(String)
    /// Placeholders, the text around them, and the bound value.
    case argument(
      width: Int, around: (String) -> String, encode: (RowBatch, Int) throws -> Void)
    /// A condition that an expression is one of the values of a batch.
    case list(expression: String, RowBatch, StorageClass)
  }

  init(registry: CodecRegistry, dialect: any Dialect) {
    self.registry = registry
    self.dialect = dialect
  }

  /// A text without pieces, for the same store.
  var empty: RawText { RawText(registry: registry, dialect: dialect) }

  mutating func append(_ text: String) { pieces.append(.text(text)) }

  /// Adds a condition that always holds, or never.
  mutating func append(_ value: Bool) { append(dialect.constant(value)) }

  /// Adds a `SELECT` as a table.
  mutating func append(table: RawText) {
    append("(")
    append(table)
    append(")\(dialect.derivedTableName)")
  }

  mutating func append(_ other: RawText) {
    pieces += other.pieces
    placeholderCount += other.placeholderCount
  }

  /// Adds a placeholder, or a row of them, and its bound value.
  mutating func appendArgument(
    width: Int = 1, _ argument: @escaping (RowBatch, Int) throws -> Void
  ) {
    pieces.append(.argument(width: width, around: { $0 }, encode: argument))
    placeholderCount += width
  }

  /// Adds a placeholder for a stored value, with the text that a dialect writes around it.
  mutating func appendArgument(
    _ value: StoredValue, around: @escaping (String) -> String = { $0 }
  ) {
    let encode = { (cells: RowBatch, index: Int) in cells.set(value, at: index) }
    pieces.append(.argument(width: 1, around: around, encode: encode))
    placeholderCount += 1
  }

  /// Adds a condition that an expression is one of the values of a batch with one cell in each row.
  mutating func append(_ expression: String, isIn rows: RowBatch, _ storage: StorageClass) {
    pieces.append(.list(expression: expression, rows, storage))
    placeholderCount += 1
  }

  /// Adds unchanged SQL; values are stored by the codecs of their types.
  mutating func append(_ sql: Criteria) {
    for part in sql.parts {
      switch part {
      case .text(let text): append(text)
      case .value(let value): append(value, comparedWith: nil)
      }
    }
  }

  /// Adds a value of criteria.
  mutating func append(_ value: CriteriaArgument, comparedWith binding: PropertyBinding?) {
    let registry = registry
    appendArgument { cells, index in try value.encode(binding, registry, cells, index) }
  }

  // MARK: Running

  /// The text with its placeholders.
  var sql: String {
    var sql = ""
    var number = 0
    for piece in pieces {
      switch piece {
      case .text(let text): sql += text
      case .argument(let width, let around, _):
        let list = (number + 1...number + width).map(dialect.placeholder).joined(separator: ", ")
        sql += around(width == 1 ? list : "(\(list))")
        number += width
      case .list(let expression, _, let storage):
        number += 1
        sql += dialect.isMember(expression, dialect.placeholder(number), storage)
      }
    }
    return sql
  }

  /// The text with the values themselves, for where there can be no parameters.
  func withLiterals() throws -> String {
    try pieces.map { piece in
      switch piece {
      case .text(let text): return text
      case .argument(let width, let around, let encode):
        let cells = RowBatch(width: width)
        try encode(cells, 0)
        let list = cells.row.values.map(dialect.literal).joined(separator: ", ")
        return around(width == 1 ? list : "(\(list))")
      case .list(let expression, let rows, _):
        let values = (0..<rows.count).map { dialect.literal(rows[$0].value(at: 0)) }
        return "\(expression) IN (\(values.joined(separator: ", ")))"
      }
    }.joined()
  }

  /// Prepares the text and binds its values. The caller resets the statement.
  func statement(_ connection: Connection) throws -> Statement {
    guard placeholderCount <= dialect.character.maximumParameters else {
      throw PersistenceError(
        .invalidQuery,
        """
        the query has \(placeholderCount) values, and the database takes \
        \(dialect.character.maximumParameters) in one statement; ask in several
        """)
    }
    let statement = try connection.statement(sql: sql)
    do {
      try bind(to: statement)
      return statement
    } catch {
      statement.reset()
      throw error
    }
  }

  /// Binds the values of all placeholders.
  func bind(to statement: Statement) throws {
    var index = 0
    for piece in pieces {
      switch piece {
      case .text: break
      case .argument(let width, _, let encode):
        try encode(statement.parameters, index)
        index += width
      case .list(_, let rows, _):
        statement.set(rows, at: index)
        index += 1
      }
    }
  }
}
