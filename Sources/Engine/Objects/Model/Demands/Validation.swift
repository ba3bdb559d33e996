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
          className: entity.className, pk: object.pk, property: property?.name,
          message: rule.message, value: property?.describe(object)))
    }
  }

  /// Checks a value of a property against the rules about that property.
  mutating func check(
    _ value: Any, of property: PropertyDescription, at position: Int, in entity: EntityDescription,
    pk: Int64
  ) {
    for rule in entity.rules where rule.position == position && rule.accepts?(value) == false {
      failures.append(
        ValidationFailure(
          className: entity.className, pk: pk, property: property.name, message: rule.message,
          value: shortText(of: value)))
    }
  }

  /// Throws one error for all objects if a rule was broken.
  func finish() throws {
    if !failures.isEmpty { throw PersistenceError.invalid(failures) }
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
