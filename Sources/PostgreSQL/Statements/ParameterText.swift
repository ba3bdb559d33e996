import PersistentObjectsDriver

/// The text of a statement, with its parameters numbered as the server numbers them.
///
/// The engine's parameters are values or batches of rows. A batch is an array for each of its
/// columns. The dialect writes these as `$2.0`, `$2.1` and so on, followed by an `x` if the cells
/// are of any kind; here each gets its own number.
struct ParameterText {
  /// A parameter of the server: a value of the engine's, or a column of a batch.
  struct Slot: Hashable {
    /// The engine's parameter, counted from 0.
    let parameter: Int
    /// The column of the batch; nil for a value.
    let column: Int?
    /// Whether the column's cells are of any kind, see ``SortableCell``.
    let isOfAnyKind: Bool
  }

  private(set) var sql = ""
  /// The server's parameters, in order.
  private(set) var slots: [Slot] = []
  /// The number of the engine's parameters.
  private(set) var parameterCount = 0
  /// The first word, in capital letters; empty if there is none.
  private(set) var command = ""
  /// The words and quoted names of the text, as the server spells names.
  private(set) var names: Set<String> = []
  /// Whether the text has a word for a statement that writes, such as `INSERT`.
  private(set) var hasWritingWord = false
  /// Whether the statement returns rows of tables, or values, and changes nothing.
  var isQuery: Bool { ["SELECT", "VALUES", "TABLE", "WITH"].contains(command) && !hasWritingWord }
  /// Whether the statement creates, changes or drops tables, columns or indices.
  var changesLayout: Bool { ["CREATE", "ALTER", "DROP"].contains(command) }

  private var numbers: [Slot: Int] = [:]

  init(_ text: String) {
    var rest = text[...].unicodeScalars
    while let first = rest.first { take(first, from: &rest) }
  }

  private mutating func take(
    _ first: Unicode.Scalar, from rest: inout Substring.UnicodeScalarView
  ) {
    let second = rest.dropFirst().first
    switch first {
    case "'": copy(&rest, through: first)
    case "\"": copyName(&rest)
    case "-" where second == "-": copy(&rest, to: "\n")
    case "/" where second == "*": copyComment(&rest)
    case "$" where second?.isDigit == true: takeParameter(&rest)
    case "$": copyDollarQuoted(&rest)
    default:
      if first.isLetter { return takeWord(&rest) }
      sql.unicodeScalars.append(first)
      rest.removeFirst()
    }
  }

  private mutating func takeWord(_ rest: inout Substring.UnicodeScalarView) {
    let word = rest.prefix { $0.isLetter || $0.isDigit || $0 == "$" }
    rest = rest.dropFirst(word.count)
    sql.unicodeScalars.append(contentsOf: word)
    let capital = String(word).uppercased()
    if command.isEmpty { command = capital }
    names.insert(String(word).lowercased())
    if PostgresDialect.writingWords.contains(capital) { hasWritingWord = true }
    // An escape string ends at a quote that is not preceded by a backslash.
    if capital == "E", rest.first == "'" { copyEscapeString(&rest) }
  }

  private mutating func takeParameter(_ rest: inout Substring.UnicodeScalarView) {
    rest.removeFirst()
    guard let parameter = Self.takeNumber(&rest), parameter > 0 else {
      return sql.append("$0")
    }
    var column: Int?
    var isOfAnyKind = false
    if rest.first == ".", rest.dropFirst().first?.isDigit == true {
      rest.removeFirst()
      column = Self.takeNumber(&rest)
      isOfAnyKind = rest.first == "x"
      if isOfAnyKind { rest.removeFirst() }
    }
    parameterCount = max(parameterCount, parameter)
    let slot = Slot(parameter: parameter - 1, column: column, isOfAnyKind: isOfAnyKind)
    if numbers[slot] == nil {
      slots.append(slot)
      numbers[slot] = slots.count
    }
    sql += "$\(numbers[slot] ?? 0)"
  }

  private static func takeNumber(_ rest: inout Substring.UnicodeScalarView) -> Int? {
    let digits = rest.prefix(while: \.isDigit)
    rest = rest.dropFirst(digits.count)
    return Int(String(digits))
  }

  // MARK: Parts without parameters

  /// Copies quoted text. A doubled quote ends one text and begins another.
  @discardableResult
  private mutating func copy(
    _ rest: inout Substring.UnicodeScalarView, through quote: Unicode.Scalar
  ) -> String {
    sql.unicodeScalars.append(quote)
    rest.removeFirst()
    return copy(&rest, to: quote)
  }

  /// Copies a quoted name, in which a quote is doubled.
  private mutating func copyName(_ rest: inout Substring.UnicodeScalarView) {
    var pieces: [String] = []
    repeat { pieces.append(copy(&rest, through: "\"")) } while rest.first == "\""
    names.insert(pieces.joined(separator: "\""))
  }

  @discardableResult
  private mutating func copy(
    _ rest: inout Substring.UnicodeScalarView, to end: Unicode.Scalar
  ) -> String {
    let piece = rest.prefix { $0 != end }
    rest = rest.dropFirst(piece.count)
    sql.unicodeScalars.append(contentsOf: piece)
    if rest.isEmpty { return String(piece) }
    sql.unicodeScalars.append(end)
    rest.removeFirst()
    return String(piece)
  }

  private mutating func copyEscapeString(_ rest: inout Substring.UnicodeScalarView) {
    var isEscaped = false
    repeat {
      let next = rest.removeFirst()
      sql.unicodeScalars.append(next)
      isEscaped = next == "\\" && !isEscaped
    } while !rest.isEmpty && (rest.first != "'" || isEscaped)
    if !rest.isEmpty { sql.unicodeScalars.append(rest.removeFirst()) }
    // A doubled quote is one of the text.
    if rest.first == "'" { copyEscapeString(&rest) }
  }

  /// Copies a comment, which may contain others.
  private mutating func copyComment(_ rest: inout Substring.UnicodeScalarView) {
    var depth = 0
    repeat {
      let pair = String(String.UnicodeScalarView(rest.prefix(2)))
      depth += pair == "/*" ? 1 : pair == "*/" ? -1 : 0
      let count = pair == "/*" || pair == "*/" ? 2 : 1
      sql.unicodeScalars.append(contentsOf: rest.prefix(count))
      rest = rest.dropFirst(count)
    } while depth > 0 && !rest.isEmpty
  }

  /// Copies a text between two equal tags, such as `$$` or `$body$`.
  private mutating func copyDollarQuoted(_ rest: inout Substring.UnicodeScalarView) {
    let name = rest.dropFirst().prefix { $0.isLetter || $0.isDigit }
    guard rest.dropFirst(1 + name.count).first == "$" else {
      sql.unicodeScalars.append(rest.removeFirst())
      return
    }
    let tag = String(String.UnicodeScalarView(rest.prefix(name.count + 2)))
    let body = Substring(rest).dropFirst(0)
    let after = body.unicodeScalars.dropFirst(name.count + 2)
    let end = Substring(after).firstRange(of: tag)?.upperBound ?? body.endIndex
    sql += body[..<end]
    rest = body[end...].unicodeScalars
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
  /// Whether it can begin a name.
  fileprivate var isLetter: Bool {
    ("a"..."z").contains(self) || ("A"..."Z").contains(self) || self == "_" || value >= 0x80
  }
}
