/// SQL with bound values: what criteria become when they are written for a store.
struct RawText {
  private let registry: CodecRegistry
  private let dialect: any Dialect
  private(set) var sql = ""
  private(set) var arguments: [(Cells, Int) throws -> Void] = []

  init(registry: CodecRegistry, dialect: any Dialect) {
    self.registry = registry
    self.dialect = dialect
  }

  /// Binds what the text has placeholders for.
  func bind(to statement: Statement) throws {
    for (index, argument) in arguments.enumerated() { try argument(statement, index) }
  }

  mutating func append(_ text: String) { sql += text }

  /// Adds a placeholder, and what is bound to it.
  mutating func appendArgument(_ argument: @escaping (Cells, Int) throws -> Void) {
    arguments.append(argument)
    append(dialect.placeholder(arguments.count))
  }

  /// Adds criteria as they are.
  mutating func append(_ criteria: Criteria) {
    let registry = registry
    for part in criteria.parts {
      switch part {
      case .text(let text): append(text)
      case .value(let value):
        appendArgument { cells, index in try value.encode(registry, cells, index) }
      }
    }
  }
}
