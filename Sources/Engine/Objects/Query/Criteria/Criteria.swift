/// The SQL after the table's name. Values are bound and never become part of the text:
/// `"WHERE last_name = \(name) AND age > \(30)"`.
///
/// ```swift
/// let smiths = try Person.find("WHERE lastName = \(name) ORDER BY age", in: session)
/// // SELECT pk, last_name, age FROM person WHERE last_name = ?1 ORDER BY age
/// ```
///
/// Names may be those of columns or of properties: `lastName` means `last_name`. A value that is
/// compared with a property's column is stored by that property's codec if it has the property's
/// type; any other value is stored by the registry's codec for its type. The text itself must come
/// from the program, not from its users. `WHERE` may be omitted.
public struct Criteria: ExpressibleByStringInterpolation, Sendable {
  enum Part: Sendable {
    case text(String)
    case value(CriteriaArgument)
  }

  let parts: [Part]

  /// Creates criteria without values.
  public init(stringLiteral text: String) { parts = [.text(text)] }

  /// Creates criteria with values.
  public init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

  /// Collects the text and the values.
  ///
  /// See ``Criteria``.
  public struct StringInterpolation: StringInterpolationProtocol {
    var parts: [Part] = []

    /// Creates an empty interpolation.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds text.
    public mutating func appendLiteral(_ text: String) { parts.append(.text(text)) }

    /// Adds a value, which is bound through the codec of its type.
    public mutating func appendInterpolation<Value: Sendable>(_ value: Value) {
      parts.append(.value(CriteriaArgument(value)))
    }

    // Without this overload the compiler warns about each optional value.
    /// Adds a value or NULL. Nothing equals NULL in SQL: if it may be nil, write
    /// `IS NOT DISTINCT FROM \(value)`, or on SQLite before 3.39 `IS \(value)`.
    public mutating func appendInterpolation<Value: Sendable>(_ value: Value?) {
      parts.append(.value(CriteriaArgument(value)))
    }

    /// Adds the primary key of an object; NULL while it has none.
    public mutating func appendInterpolation<Object: PersistentObject>(_ object: Object) {
      parts.append(.value(CriteriaArgument(object.pk)))
    }

    /// Adds a primary key.
    public mutating func appendInterpolation<Object: PersistentObject>(_ key: Key<Object>) {
      parts.append(.value(CriteriaArgument(key.pk)))
    }

    /// Adds a list in parentheses, each value bound: `"lang IN \(in: ["C", "Ada"])"`. Nothing is in
    /// an empty list.
    public mutating func appendInterpolation<Value: Sendable>(in values: some Sequence<Value>) {
      parts.append(.text("("))
      let start = parts.count
      for (index, value) in values.enumerated() {
        if index > 0 { parts.append(.text(", ")) }
        parts.append(.value(CriteriaArgument(value)))
      }
      if parts.count == start { parts.append(.value(CriteriaArgument(noneOf: Value.self))) }
      parts.append(.text(")"))
    }
  }
}
