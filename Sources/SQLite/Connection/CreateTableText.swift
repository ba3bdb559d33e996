/// A reader of the column names in the text that SQLite keeps of a table. Asking SQLite takes a
/// statement for each table, and the first use of a file asks for all.
struct CreateTableText {
  private let bytes: [UInt8]
  private var position = 0

  /// Returns the columns' names, in order; nil for a text with comments, or with names in quotes
  /// that are not standard SQL. Such a text is left to SQLite.
  ///
  /// - Parameter sql: a CREATE TABLE that SQLite has accepted.
  static func columnNames(_ sql: String) -> [String]? {
    var text = CreateTableText(bytes: Array(sql.utf8))
    return text.columnNames()
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func columnNames() -> [String]? {
    var names: [String] = []
    guard skip(to: "(") != nil else { return nil }
    while true {
      guard let isQuoted = skipSpace().map({ $0 == "\"" }), let name = isQuoted ? quoted() : bare()
      else { return nil }
      if isQuoted || !Self.isConstraint(name) { names.append(name) }
      switch skip(to: ",", or: ")") {
      case ",": continue
      case ")": return names
      default: return nil
      }
    }
  }

  /// The words that begin a part that is not a column. SQLite accepts none of them as a name.
  private static let constraints = ["CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN"]

  private static func isConstraint(_ name: String) -> Bool {
    constraints.contains { $0.utf8.count == name.utf8.count && $0 == name.uppercased() }
  }

  /// Skips white space, and returns the next character.
  private mutating func skipSpace() -> Unicode.Scalar? {
    while position < bytes.count, [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(bytes[position]) {
      position += 1
    }
    return position < bytes.count ? Unicode.Scalar(bytes[position]) : nil
  }

  private mutating func bare() -> String? {
    let start = position
    while position < bytes.count, Self.isPartOfName(bytes[position]) { position += 1 }
    return start == position ? nil : String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }

  /// Reads a quoted name, in which two quotes stand for one.
  private mutating func quoted() -> String? {
    var name: [UInt8] = []
    position += 1
    while let end = bytes[position...].firstIndex(of: UInt8(ascii: "\"")) {
      name += bytes[position..<end]
      position = end + 1
      guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
        return String(decoding: name, as: UTF8.self)
      }
      name.append(UInt8(ascii: "\""))
      position += 1
    }
    return nil
  }

  /// Moves behind the first of two characters that is neither quoted nor inside parentheses, and
  /// returns it.
  private mutating func skip(
    to end: Unicode.Scalar, or other: Unicode.Scalar? = nil
  ) -> Unicode.Scalar? {
    var depth = 0
    while position < bytes.count {
      let next = Unicode.Scalar(bytes[position])
      position += 1
      if depth == 0 && (next == end || next == other) { return next }
      switch next {
      case "(": depth += 1
      case ")": depth -= 1
      case "'", "\"":
        // Two quotes in a row end one text and begin another, which has the same effect.
        guard let end = bytes[position...].firstIndex(of: bytes[position - 1]) else { return nil }
        position = end + 1
      case "`", "[": return nil
      case "-", "/":
        let after = position < bytes.count ? bytes[position] : 0
        if after == UInt8(ascii: "-") || after == UInt8(ascii: "*") { return nil }
      default: break
      }
    }
    return nil
  }
}
