/// A condition that objects must meet to be saved. A class lists its own in `static let rules`:
///
/// ```swift
/// static let rules: [Rule<Person>] = [
///   .notEmpty(\.lastName),
///   .range(\.age, 0...150, "is no age"),
///   Rule(\.age, "must be even") { $0.isMultiple(of: 2) },
///   Rule("must leave after it arrives") { $0.arrival < $0.departure },
/// ]
/// ```
///
/// A rule about an optional property accepts nil; ``required(_:_:)`` demands a value. A message
/// follows the property's name: "age must be even".
public struct Rule<Root>: Sendable {
  /// The property that the rule is about; nil for a rule about the whole object.
  let keyPath: (any PartialKeyPath<Root> & Sendable)?
  let message: String
  let holds: @Sendable (Root) -> Bool
  /// Whether the rule holds for a value of the property; nil for a rule about the whole object.
  let accepts: (@Sendable (Any) -> Bool)?

  /// Creates a rule about the object as a whole.
  public init(_ message: String, _ holds: @escaping @Sendable (Root) -> Bool) {
    self.init(nil, message: message, holds: holds)
  }

  /// Creates a rule about one property.
  public init<Value>(
    _ keyPath: any KeyPath<Root, Value> & Sendable, _ message: String,
    _ holds: @escaping @Sendable (Value) -> Bool
  ) {
    self.init(
      keyPath, message: message, accepts: { ($0 as? Value).map(holds) ?? true },
      holds: { holds($0[keyPath: keyPath]) })
  }

  /// Creates a rule about one property. The condition is checked for values that are not nil.
  public init<Value>(
    _ keyPath: any KeyPath<Root, Value?> & Sendable, _ message: String,
    _ holds: @escaping @Sendable (Value) -> Bool
  ) {
    self.init(
      keyPath, message: message, accepts: { ($0 as? Value).map(holds) ?? true },
      holds: { $0[keyPath: keyPath].map(holds) ?? true })
  }

  fileprivate init(
    _ keyPath: (any PartialKeyPath<Root> & Sendable)?, message: String,
    accepts: (@Sendable (Any) -> Bool)? = nil, holds: @escaping @Sendable (Root) -> Bool
  ) {
    self.keyPath = keyPath
    self.accepts = accepts
    self.message = message
    self.holds = holds
  }
}

extension Rule {
  /// Requires a property not to be nil.
  public static func required<Value>(
    _ keyPath: any KeyPath<Root, Value?> & Sendable, _ message: String = "must have a value"
  ) -> Rule {
    Rule(
      keyPath, message: message, accepts: { $0 as? Value != nil },
      holds: { $0[keyPath: keyPath] != nil })
  }
}

/// A rule in the description of its class.
struct DeclaredRule: Sendable {
  /// The property's position; nil for a rule about the object.
  let position: Int?
  /// The field of the property's value that the rule is about; nil for the whole value.
  let field: RuleField?
  /// Whether the rule names something other than a stored property.
  let isMisplaced: Bool
  let message: String
  let holds: @Sendable (AnyObject) -> Bool
  /// Whether the rule holds for a value of the property; nil for a rule about the object.
  let accepts: (@Sendable (Any) -> Bool)?

  init<Root: AnyObject>(
    _ rule: Rule<Root>, positions: [AnyKeyPath: Int], properties: [PropertyDescription]
  ) {
    let own = rule.keyPath.flatMap { positions[$0] }
    field =
      own != nil
      ? nil : rule.keyPath.flatMap { RuleField($0, positions: positions, properties: properties) }
    position = own ?? field?.position
    isMisplaced = rule.keyPath != nil && position == nil
    message = rule.message
    accepts = rule.accepts
    let holds = rule.holds
    // The engine passes a rule only objects of the class that declares it.
    self.holds = { holds(unsafeDowncast($0, to: Root.self)) }
  }
}
