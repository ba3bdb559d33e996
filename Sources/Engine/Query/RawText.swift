/// SQL with bound values: what criteria become when they are written for a store.
struct RawText {
  private let registry: CodecRegistry
  private let dialect: any Dialect
  private(set) var sql = ""
  private var arguments: [Argument] = []
  private var placeholderCount = 0

  private struct Argument {
    /// Its first placeholder, counted from 0, and how many there are.
    let start: Int
    let width: Int
    /// Where they stand in the text, as UTF-8.
    let place: Range<Int>
    let encode: (Cells, Int) throws -> Void
  }

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
    let numbers = placeholderCount + 1...placeholderCount + width
    let list = Self.list(numbers.map(dialect.placeholder))
    let end = sql.utf8.count
    arguments.append(
      Argument(
        start: placeholderCount, width: width, place: end..<end + list.utf8.count,
        encode: argument))
    placeholderCount += width
    append(list)
  }

  private static func list(_ parts: [String]) -> String {
    parts.count == 1 ? parts[0] : "(\(parts.joined(separator: ", ")))"
  }

  /// The text with the values themselves, for where there can be no parameters.
  func withLiterals() throws -> String {
    let bytes = Array(sql.utf8)
    var text = ""
    var end = 0
    for argument in arguments {
      let cells = MemoryCells(count: argument.width)
      try argument.encode(cells, 0)
      text += String(decoding: bytes[end..<argument.place.lowerBound], as: UTF8.self)
      text += Self.list(cells.values.map(dialect.literal))
      end = argument.place.upperBound
    }
    return text + String(decoding: bytes[end...], as: UTF8.self)
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
