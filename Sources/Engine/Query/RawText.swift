/// SQL with bound values: what criteria become when they are written for a store.
struct RawText {
  private let registry: CodecRegistry
  private let dialect: any Dialect
  private(set) var sql = ""
  private var arguments: [(start: Int, encode: (Cells, Int) throws -> Void)] = []
  private var placeholderCount = 0

  init(registry: CodecRegistry, dialect: any Dialect) {
    self.registry = registry
    self.dialect = dialect
  }

  /// Binds what the text has placeholders for.
  func bind(to statement: Statement) throws {
    for argument in arguments { try argument.encode(statement, argument.start) }
  }

  mutating func append(_ text: String) { sql += text }

  /// Adds a placeholder, or a row of them, and what is bound to it.
  mutating func appendArgument(
    width: Int = 1, _ argument: @escaping (Cells, Int) throws -> Void
  ) {
    arguments.append((placeholderCount, argument))
    let numbers = placeholderCount + 1...placeholderCount + width
    placeholderCount += width
    let list = numbers.map(dialect.placeholder).joined(separator: ", ")
    append(width == 1 ? list : "(\(list))")
  }

  /// Adds SQL as it is; values are stored by the codecs of their types.
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
}
