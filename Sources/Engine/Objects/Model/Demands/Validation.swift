import PersistentObjectsDriver

/// Checks objects against the rules of their classes and collects the broken rules.
struct Validation {
  private var failures: [ValidationFailure] = []

  /// Checks an object against all rules of its class, inherited ones first. Skips the rules about
  /// properties that are not loaded: those properties have not changed either, and are not read.
  mutating func check(_ object: some PersistentObject) throws {
    let entity = type(of: object)._entity
    for rule in entity.rules {
      if rule.isMisplaced { throw entity.misplacedRule(rule.message) }
      let property = rule.position.map { entity.properties[$0] }
      if property?.isLoaded(object) == false || rule.holds(object) { continue }
      failures.append(
        ValidationFailure(
          className: entity.className, pk: object.pk, property: rule.place(in: property),
          message: rule.message, value: property.map { rule.describe($0, of: object) }))
    }
  }

  /// Checks a value of a property against the rules about it and its fields.
  mutating func check(_ value: Any, at position: Int, in entity: EntityDescription, pk: Int64) {
    for rule in entity.rules where rule.position == position {
      let part = if let field = rule.field { field.value(in: value) } else { value as Any? }
      guard let part, rule.accepts?(part) == false else { continue }
      failures.append(
        ValidationFailure(
          className: entity.className, pk: pk,
          property: rule.place(in: entity.properties[position]),
          message: rule.message, value: shortText(of: part)))
    }
  }

  /// Throws one error for all objects if a rule was broken.
  func finish() throws {
    if !failures.isEmpty { throw PersistenceError.invalid(failures) }
  }
}

extension DeclaredRule {
  /// Returns the property or the field that the rule is about.
  fileprivate func place(in property: PropertyDescription?) -> String? {
    guard let property else { return nil }
    return field?.path(from: property.name) ?? property.name
  }

  /// Describes the value that the rule is about.
  fileprivate func describe(_ property: PropertyDescription, of object: AnyObject) -> String {
    guard let field else { return property.describe(object) }
    return property.plain(object).flatMap { field.value(in: $0) }
      .map { shortText(of: $0) } ?? "nil"
  }
}

extension EntityDescription {
  func misplacedRule(_ message: String) -> PersistenceError {
    PersistenceError(
      .invalidModel,
      """
      the rule '\(message)' in \(className).rules names a computed or transient property; make it a \
      rule about the object: Rule("…") { $0… }
      """,
      context: place)
  }
}
