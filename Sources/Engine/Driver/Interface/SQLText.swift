/// SQL with values in place. In an interpolated string, a ``StoredValue`` is a value, other texts
/// and strings are SQL.
///
/// ```swift
/// let isOld: SQLText = "age > \(.integer(30))"
/// let text: SQLText = "SELECT pk FROM person WHERE \(isOld)"
/// // SELECT pk FROM person WHERE age > ?1
/// ```
///
/// The engine binds each value to a placeholder, or writes it as a literal where SQL takes no
/// parameters. A ``Dialect`` gets its operands as such texts and returns others, such as
/// `"lower(\(text))"`. It may write an operand several times; each mention of a value has its own
/// placeholder.
public struct SQLText: ExpressibleByStringInterpolation, StringInterpolationProtocol, Hashable {
  /// The SQL without the values.
  private var text: String
  /// The values, in the order of their positions in the SQL.
  private var places: [Place]

  private struct Place: Hashable {
    /// The number of UTF-8 bytes before the value.
    var offset: Int
    let content: Content
  }

  /// A part of the SQL that needs a placeholder.
  private enum Content: Hashable {
    /// A value, with the type of the column beside it.
    case value(StoredValue, ColumnType?)
    /// A comparison by value with a column in which equal numbers may have different forms.
    case comparison(of: String, operator: String, StoredValue, ColumnType)
    /// A condition that an expression equals one of the values of a batch.
    case list(of: String, Rows, ColumnType)
  }

  /// A batch, which equals only itself.
  private struct Rows: Hashable {
    let batch: RowBatch

    static func == (left: Rows, right: Rows) -> Bool { left.batch === right.batch }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(batch)) }
  }

  /// Makes a text of SQL without values.
  public init(_ sql: String) { (text, places) = (sql, []) }
  /// Makes a text of SQL without values.
  public init(stringLiteral sql: String) { self.init(sql) }
  /// Makes a text of an interpolated string.
  public init(stringInterpolation text: SQLText) { self = text }
  /// Makes an empty text, to which the parts of an interpolated string are added.
  public init(literalCapacity: Int, interpolationCount: Int) { self.init("") }

  /// Adds SQL.
  public mutating func appendLiteral(_ sql: String) { text += sql }
  /// Adds SQL.
  public mutating func appendInterpolation(_ sql: String) { text += sql }
  /// Adds an integer as SQL.
  public mutating func appendInterpolation(_ number: some BinaryInteger) {
    text += String(number)
  }

  /// Adds another text with its values.
  public mutating func appendInterpolation(_ other: SQLText) {
    let start = text.utf8.count
    text += other.text
    for place in other.places {
      places.append(Place(offset: start + place.offset, content: place.content))
    }
  }

  /// Adds a value.
  public mutating func appendInterpolation(_ value: StoredValue) {
    append(.value(value, nil))
  }

  /// Adds a value that is compared with, or written to, a column of a type.
  package mutating func appendInterpolation(_ value: StoredValue, of type: ColumnType?) {
    append(.value(value, type))
  }

  /// Adds a value, or a row of them in parentheses.
  package mutating func appendInterpolation(_ values: [StoredValue]) {
    if values.count == 1 { return appendInterpolation(values[0]) }
    self += "(\(values.map { "\($0)" as SQLText }.joined(separator: ", ")))"
  }

  /// Adds a condition that an expression equals one of the values of a batch with one cell in each
  /// row.
  package mutating func appendInterpolation(
    _ expression: SQLText, isIn rows: RowBatch, of type: ColumnType
  ) {
    if expression.hasValues {
      let values = (0..<rows.count).map { "\(rows[$0].value(at: 0))" as SQLText }
      self += "\(expression) IN (\(values.joined(separator: ", ")))"
    } else {
      append(.list(of: expression.text, Rows(batch: rows), type))
    }
  }

  /// Adds a condition that a name equals one of the values of a batch.
  package mutating func appendInterpolation(
    _ name: String, isIn rows: RowBatch, of type: ColumnType
  ) { append(.list(of: name, Rows(batch: rows), type)) }

  /// Adds a comparison of a column without values in it, of a type for which a ``NumberComparing``
  /// dialect writes comparisons.
  package mutating func appendInterpolation(
    _ column: SQLText, _ operator: String, byValue value: StoredValue, of type: ColumnType
  ) { append(.comparison(of: column.text, operator: `operator`, value, type)) }

  private mutating func append(_ content: Content) {
    places.append(Place(offset: text.utf8.count, content: content))
  }

  /// Adds a text at the end of another.
  package static func += (text: inout SQLText, other: SQLText) { text.appendInterpolation(other) }

  /// Whether the text is empty.
  package var isEmpty: Bool { text.isEmpty && places.isEmpty }
  /// Whether there are values in the text.
  package var hasValues: Bool { !places.isEmpty }
  /// Whether the text may call functions.
  package var mayCall: Bool { text.utf8.contains(UInt8(ascii: "(")) }

  /// Returns whether the SQL contains other SQL, which has no values.
  public func contains(_ sql: String) -> Bool { text.contains(sql) }
}

extension Sequence<SQLText> {
  /// Returns the texts in a row, with SQL between them.
  public func joined(separator: String) -> SQLText {
    var (text, isFirst) = ("" as SQLText, true)
    for part in self {
      if !isFirst { text.appendLiteral(separator) }
      text += part
      isFirst = false
    }
    return text
  }
}

// MARK: Writing

extension SQLText {
  /// Returns the SQL with a placeholder for each value.
  public func sql(_ dialect: any Dialect) -> String { numbered(in: dialect).sql }

  /// Returns the SQL with placeholders, and their number.
  package func numbered(in dialect: any Dialect) -> (sql: String, parameters: Int) {
    var number = 0
    let sql = written { content in
      number += 1
      let placeholder = dialect.placeholder(number)
      switch content {
      case .value: return placeholder
      case .comparison(let column, let `operator`, _, let type):
        let text = dialect.numberComparing(type)?
          .comparison(of: SQLText(column), `operator`, with: SQLText(placeholder))
        return text?.text ?? "\(column) \(`operator`) \(placeholder)"
      case .list(let expression, _, let type):
        return dialect.isMember(expression, placeholder, type)
      }
    }
    return (sql, number)
  }

  /// Returns the SQL with the values as literals, for statements that cannot have parameters.
  package func withLiterals(_ dialect: any Dialect) -> String {
    func literal(_ value: StoredValue, _ type: ColumnType?) -> SQLText {
      guard let type else { return SQLText(dialect.literal(value)) }
      let special = dialect.numberComparing(type)?.literal(value, in: type)
      return special.map { SQLText($0) } ?? dialect.native(SQLText(dialect.literal(value)), type)
    }
    return written { Self.write($0, in: dialect, literal).text }
  }

  /// Returns the text to become a part of an expression, in which a value does not get its type
  /// from the column beside it.
  package func nested(_ dialect: any Dialect) -> SQLText {
    if places.isEmpty { return self }
    var result: SQLText = ""
    forEachPart { sql, content in
      result.text += sql
      guard let content else { return }
      result += Self.write(content, in: dialect) { value, type in
        guard let type else { return "\(value)" }
        let isTyped = dialect.numberComparing(type) != nil
        return dialect.native("\(value, of: isTyped ? type : nil)", type)
      }
    }
    return result
  }

  /// Writes each value, and lists instead of batches.
  private static func write(
    _ content: Content, in dialect: any Dialect, _ write: (StoredValue, ColumnType?) -> SQLText
  ) -> SQLText {
    switch content {
    case .value(let value, let type): return write(value, type)
    case .comparison(let column, let `operator`, let value, let type):
      let value = write(value, type)
      return dialect.numberComparing(type)?
        .comparison(of: SQLText(column), `operator`, with: value)
        ?? "\(column) \(`operator`) \(value)"
    case .list(let expression, let rows, let type):
      let values = (0..<rows.batch.count).map { write(rows.batch[$0].value(at: 0), type) }
      return "\(expression) IN (\(values.joined(separator: ", ")))"
    }
  }

  private func written(_ write: (Content) -> String) -> String {
    if places.isEmpty { return text }
    var result = ""
    forEachPart { sql, content in
      result += sql
      if let content { result += write(content) }
    }
    return result
  }

  /// Calls `body` with the SQL before each value and the value, and then with the rest.
  private func forEachPart(_ body: (Substring, Content?) -> Void) {
    var start = text.startIndex
    for place in places {
      let end = text.utf8.index(text.startIndex, offsetBy: place.offset)
      body(text[start..<end], place.content)
      start = end
    }
    body(text[start...], nil)
  }

  /// The values, without those of batches.
  package var values: [StoredValue] {
    var values: [StoredValue] = []
    bind(value: { value, _ in values.append(value) }, batch: { _, _ in })
    return values
  }

  /// Calls one of two closures for each placeholder: with its value, or with its batch.
  package func bind(
    value: (StoredValue, Int) -> Void, batch: (RowBatch, Int) -> Void
  ) {
    for (index, place) in places.enumerated() {
      switch place.content {
      case .value(let bound, _), .comparison(_, _, let bound, _): value(bound, index)
      case .list(_, let rows, _): batch(rows.batch, index)
      }
    }
  }
}

extension DefaultStringInterpolation {
  /// Adds SQL without its values, which is a mistake: the string must be an ``SQLText``.
  @available(*, deprecated, message: "a String has no place for the values; make it an SQLText")
  package mutating func appendInterpolation(_ text: SQLText) {
    appendInterpolation(String(describing: text))
  }
}
