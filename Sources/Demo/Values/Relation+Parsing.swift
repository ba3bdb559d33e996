extension Relation {
  /// Makes a relation from its text, with its alternatives.
  init(_ text: some StringProtocol) throws {
    try self.init(bytes: Array(text.utf8)[...])
  }

  /// Parses a whole field: relations with commas between them. An empty field has no relations.
  static func list(_ field: some StringProtocol) throws -> [Relation] {
    let bytes = Array(field.utf8)
    if bytes.allSatisfy(\.isBlankOrNewline) { return [] }
    return try bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      .map { try Relation(bytes: $0) }
  }

  private init(bytes: ArraySlice<UInt8>) throws {
    do {
      alternatives = try bytes.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
        .map { part in
          var scanner = RelationScanner(part)
          return try scanner.alternative()
        }
    } catch let reason as MalformedText {
      let text = String(decoding: bytes.drop(while: \.isBlankOrNewline), as: UTF8.self)
      throw MalformedText(text, isNot: "a relation", reason.description)
    }
  }
}

extension Relation.Alternative {
  /// Whether the names of package and architecture would be parsed as such.
  var hasValidName: Bool {
    guard package.utf8.first?.isLetterOrDigit == true else { return false }
    return package.utf8.allSatisfy(\.isNameByte)
      && architecture?.utf8.allSatisfy(\.isArchitectureByte) != false && architecture != ""
  }
}

/// Reads one alternative from left to right.
private struct RelationScanner {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  mutating func alternative() throws -> Relation.Alternative {
    skipBlanks()
    let package = take(while: \.isNameByte)
    guard package.first?.isLetterOrDigit == true else { throw expected("a package name") }
    var result = Relation.Alternative(package: String(decoding: package, as: UTF8.self))
    if skip(":") { result.architecture = try architecture() }
    skipBlanks()
    if skip("(") { result.constraint = try constraint() }
    skipBlanks()
    guard rest.isEmpty else { throw expected("a ',', a '|' or the end") }
    return result
  }

  private mutating func architecture() throws -> String {
    let name = take(while: \.isArchitectureByte)
    if name.isEmpty { throw expected("an architecture") }
    return String(decoding: name, as: UTF8.self)
  }

  private mutating func constraint() throws -> Relation.Constraint {
    skipBlanks()
    let comparison = try comparison()
    skipBlanks()
    let version = take { !$0.isBlankOrNewline && $0 != UInt8(ascii: ")") }
    if version.isEmpty { throw expected("a version") }
    skipBlanks()
    guard skip(")") else { throw expected("a ')'") }
    let text = String(decoding: version, as: UTF8.self)
    return Relation.Constraint(comparison: comparison, version: try DebianVersion(text))
  }

  private mutating func comparison() throws -> Relation.Comparison {
    let start = self
    let sign = String(decoding: take { "<=>".utf8.contains($0) }, as: UTF8.self)
    if let comparison = Relation.Comparison(rawValue: sign) { return comparison }
    if sign == "<" || sign == ">" {
      throw MalformedText("'\(sign)' is obsolete: write '\(sign)=' or '\(sign)\(sign)'")
    }
    throw start.expected("one of << <= = >= >>")
  }

  private mutating func take(while belongs: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let taken = rest.prefix(while: belongs)
    rest = rest[taken.endIndex...]
    return taken
  }

  private mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: mark) else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func skipBlanks() {
    rest = rest.drop(while: \.isBlankOrNewline)
  }

  private func expected(_ what: String) -> MalformedText {
    let next = String(decoding: rest, as: UTF8.self).first
    return MalformedText("\(what) is expected\(next.map { " before '\($0)'" } ?? " at the end")")
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool { isLetter || isDigit }
  fileprivate var isBlankOrNewline: Bool { isBlank || self == UInt8(ascii: "\n") }
  fileprivate var isNameByte: Bool { isLetterOrDigit || "+-._".utf8.contains(self) }
  fileprivate var isArchitectureByte: Bool { isLetterOrDigit || self == UInt8(ascii: "-") }
}
