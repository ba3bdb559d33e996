/// The type of a property in Swift's notation.
///
/// ```
/// type       = simple { "?" }
/// simple     = "[" type "]" | "[" type ":" type "]" | "Set<" type ">" | "any PersistentObject" | name
/// ```
///
/// A part of a name that is not made of letters, digits and underscores, or begins with a digit, is
/// in backticks, such as the second part of the name of a class `order line` in `Shop`.
public indirect enum SwiftType: Hashable, Sendable {
  /// A value type or a class, given by its name.
  case named(String)
  /// An object of any class.
  case anyObject
  /// An optional type.
  case optional(SwiftType)
  /// An array of elements.
  case array(SwiftType)
  /// A set of elements.
  case set(SwiftType)
  /// A dictionary.
  case dictionary(key: SwiftType, value: SwiftType)

  /// The type without its optionality.
  public var unwrapped: SwiftType {
    if case .optional(let wrapped) = self { wrapped } else { self }
  }

  /// Whether a value may be nil.
  public var isOptional: Bool {
    if case .optional = self { true } else { false }
  }

  /// Whether the type is an array, a set or a dictionary, or an optional one.
  public var isCollection: Bool {
    switch unwrapped {
    case .array, .set, .dictionary: true
    default: false
    }
  }

  /// The name of the innermost elements' type, or of the type itself; nil for an object of any
  /// class.
  public var elementName: String? {
    switch self {
    case .named(let name): name
    case .anyObject: nil
    case .optional(let type), .array(let type), .set(let type), .dictionary(_, let type):
      type.elementName
    }
  }
}

extension SwiftType {
  /// All names in the type.
  package var names: [String] {
    switch self {
    case .named(let name): [name]
    case .anyObject: []
    case .optional(let type), .array(let type), .set(let type): type.names
    case .dictionary(let key, let value): key.names + value.names
    }
  }
}

extension SwiftType: CustomStringConvertible {
  /// The type in Swift's notation.
  public var description: String {
    switch self {
    case .named(let name): Self.quoted(name)
    case .anyObject: "any PersistentObject"
    case .optional(.anyObject): "(any PersistentObject)?"
    case .optional(let type): "\(type)?"
    case .array(let type): "[\(type)]"
    case .set(let type): "Set<\(type)>"
    case .dictionary(let key, let value): "[\(key): \(value)]"
    }
  }

  /// Returns a name with the parts in backticks that need them.
  private static func quoted(_ name: String) -> String {
    parts(of: name).enumerated().map { place, part in
      isReadable(part, isFirst: place == 0) ? part : "`\(part)`"
    }.joined(separator: ".")
  }

  /// Returns the parts of a name, between dots outside `<…>`.
  private static func parts(of name: String) -> [String] {
    var open = 0
    return name.split(omittingEmptySubsequences: false) { character in
      open = max(0, open + (character == "<" ? 1 : character == ">" ? -1 : 0))
      return character == "." && open == 0
    }.map(String.init)
  }

  /// Returns whether a part of a name is read as that part without backticks.
  private static func isReadable(_ part: String, isFirst: Bool) -> Bool {
    // `Set<Int>` is a set only at the beginning.
    let name = isFirst ? part : "_." + part
    return part.first?.isNumber != true && SwiftType(name) == .named(name)
  }
}

extension SwiftType {
  /// Parses a type; nil if the text is not a type.
  public init?(_ text: String) {
    var parser = SwiftTypeParser(text)
    guard let type = parser.type(), parser.isAtEnd else { return nil }
    self = type
  }
}

extension SwiftType: Codable {
  /// Decodes the type from its notation.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let type = SwiftType(text) else {
      throw DecodingError.invalid(
        """
        '\(text)' is not a type of a property, which is a name, [Element], Set<Element>, [Key: \
        Value] or any PersistentObject, followed by a ? if it can be nil
        """, at: container.codingPath)
    }
    self = type
  }

  /// Encodes the type in its notation.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

/// Parses a type from left to right.
private struct SwiftTypeParser {
  private var rest: Substring
  private var depth = 0
  /// The maximum depth of nesting, beyond which types are unrealistic.
  private static let deepest = 32

  init(_ text: String) { rest = text[...] }

  var isAtEnd: Bool {
    mutating get {
      skipSpaces()
      return rest.isEmpty
    }
  }

  mutating func type() -> SwiftType? {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest, var type = simple() else { return nil }
    // Each ? nests, too: what walks through the type calls itself for each.
    var level = depth
    while take("?") {
      level += 1
      guard level <= Self.deepest else { return nil }
      type = .optional(type)
    }
    return type
  }

  private mutating func simple() -> SwiftType? {
    if take("(") { return parenthesised() }
    if take("[") { return bracketed() }
    if take("Set<") {
      guard let element = type(), take(">") else { return nil }
      return .set(element)
    }
    if take("any PersistentObject") { return .anyObject }
    return name().map(SwiftType.named)
  }

  private mutating func parenthesised() -> SwiftType? {
    guard let inner = type(), take(")") else { return nil }
    return inner
  }

  private mutating func bracketed() -> SwiftType? {
    guard let first = type() else { return nil }
    if take("]") { return .array(first) }
    guard take(":"), let value = type(), take("]") else { return nil }
    return .dictionary(key: first, value: value)
  }

  /// Parses a name. Names of nested and generic types, such as `Range<Int>`, are kept as a whole.
  private mutating func name() -> String? {
    skipSpaces()
    guard rest.first?.isNumber != true else { return nil }
    var (name, open) = ("", 0)
    while true {
      if rest.unicodeScalars.first == "`" {
        guard let part = quotedPart() else { return nil }
        // Within <…>, a name is kept as it is written.
        name += open > 0 ? "`\(Substring(part))`" : String(part)
        continue
      }
      guard let character = rest.first, open > 0 || Self.isOfName(character) else { break }
      open += character == "<" ? 1 : character == ">" ? -1 : 0
      name.append(rest.removeFirst())
    }
    return name.isEmpty || open > 0 ? nil : name
  }

  private static func isOfName(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "_.<".contains(character)
  }

  /// Takes a part in backticks; nil if the second one is missing.
  private mutating func quotedPart() -> Substring.UnicodeScalarView? {
    // By scalars: in Swift, a backtick and a combining scalar after it are another character.
    let part = rest.unicodeScalars.dropFirst()
    guard let end = part.firstIndex(of: "`") else { return nil }
    rest = rest[part.index(after: end)...]
    return part[..<end]
  }

  private mutating func take(_ token: String) -> Bool {
    skipSpaces()
    guard rest.hasPrefix(token) else { return false }
    rest = rest.dropFirst(token.count)
    return true
  }

  private mutating func skipSpaces() { rest = rest.drop { $0 == " " } }
}
