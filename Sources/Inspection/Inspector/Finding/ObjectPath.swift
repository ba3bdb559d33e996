import PersistentObjects

/// A path from an object to other objects: `Person#7.boss.pets[0].name`.
///
/// ```
/// path = class "#" key { "." property { "[" place "]" } }
/// place = a number, from 0 | a text in double quotes
/// ```
///
/// A step into a collection without a place leads to all its elements.
public struct ObjectPath: Hashable, Sendable {
  /// The class, given by its name or its table.
  public let className: String
  /// The key of the first object.
  public let pk: Int64
  /// The steps from the first object.
  public let steps: [Step]

  /// One step.
  ///
  /// See ``ObjectPath``.
  public enum Step: Hashable, Sendable {
    /// A step to the value of a property.
    case property(String)
    /// A step to an element of a list.
    case index(Int)
    /// A step to the value of a dictionary's key.
    case key(String)
  }

  /// Parses a path.
  ///
  /// Throws `invalidQuery` for a text that is not a path.
  public init(_ text: String) throws {
    var parser = ObjectPathParser(text)
    guard let path = parser.path() else {
      throw PersistenceError(
        .invalidQuery,
        "'\(text)' is not a path, which is written as Person#7.boss.pets[0].name or Person#7.scores[\"a\"]"
      )
    }
    (className, pk, steps) = path
  }
}

/// Parses scalars: a key may begin with one that would join the quotation mark before it.
private struct ObjectPathParser {
  private var rest: Substring.UnicodeScalarView

  init(_ text: String) { rest = text[...].unicodeScalars }

  mutating func path() -> (String, Int64, [ObjectPath.Step])? {
    guard let sign = rest.firstIndex(of: "#"), sign != rest.startIndex else { return nil }
    let className = String(rest[..<sign])
    rest = rest[sign...].dropFirst()
    let digits = rest.prefix { $0 != "." }
    guard let pk = Int64(String(digits)) else { return nil }
    rest = rest[digits.endIndex...]
    var steps: [ObjectPath.Step] = []
    while !rest.isEmpty {
      guard let step = step() else { return nil }
      steps.append(step)
    }
    return (className, pk, steps)
  }

  private mutating func step() -> ObjectPath.Step? {
    if take(".") {
      let name = rest.prefix { $0 != "." && $0 != "[" }
      rest = rest[name.endIndex...]
      return name.isEmpty ? nil : .property(String(name))
    }
    if take("[\"") {
      guard let end = rest.firstRange(of: "\"]".unicodeScalars) else { return nil }
      defer { rest = rest[end.upperBound...] }
      return .key(String(rest[..<end.lowerBound]))
    }
    guard take("["), let end = rest.firstIndex(of: "]"), let index = Int(String(rest[..<end]))
    else { return nil }
    rest = rest[end...].dropFirst()
    return .index(index)
  }

  private mutating func take(_ token: String) -> Bool {
    guard rest.starts(with: token.unicodeScalars) else { return false }
    rest = rest.dropFirst(token.unicodeScalars.count)
    return true
  }
}
