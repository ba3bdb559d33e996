import PersistentObjects
import PersistentObjectsDriver
import PersistentObjectsInspection

/// Finds the problems of one property.
struct PropertyCheck {
  private let property: PropertyModel
  private let owner: ClassModel
  private let place: String

  init(_ property: PropertyModel, of owner: ClassModel, _ place: String) {
    self.property = property
    self.owner = owner
    self.place = place
  }

  func run(_ check: inout ModelCheck) {
    check.checkColumn(of: property, place)
    if let former = property.renamedFrom { check.checkSQLName(former, "column", place) }
    if let codec = property.codec { check.checkCodec(codec, place) }
    for problem in problems(check.lookup) { check.report(place, problem) }
  }

  private func problems(_ lookup: ModelLookup) -> [String] {
    typeProblems(property.type, lookup, isInCollection: false)
      + [
        codecProblem(lookup), ruleProblem(lookup), roleProblem(lookup),
        inverseProblem(lookup), uniqueProblem, defaultProblem(lookup),
      ].compactMap(\.self)
  }

  // MARK: Types

  private func typeProblems(
    _ type: SwiftType, _ lookup: ModelLookup, isInCollection: Bool
  ) -> [String] {
    switch type {
    case .named(let name): nameProblem(name, lookup).map { [$0] } ?? []
    case .anyObject: []
    case .optional(let wrapped):
      optionalProblem(wrapped, lookup, isInCollection).map { [$0] }
        ?? typeProblems(wrapped, lookup, isInCollection: isInCollection)
    case .array(let element): typeProblems(element, lookup, isInCollection: true)
    case .set(let element):
      keyProblem(element, "members of a set").map { [$0] }
        ?? typeProblems(element, lookup, isInCollection: true)
    case .dictionary(let key, let value):
      (keyProblem(key, "keys").map { [$0] } ?? objectKeyProblem(key, lookup).map { [$0] } ?? [])
        + typeProblems(key, lookup, isInCollection: true)
        + typeProblems(value, lookup, isInCollection: true)
    }
  }

  private func nameProblem(_ name: String, _ lookup: ModelLookup) -> String? {
    if lookup.has(name) { return nil }
    if name == StandardCodec.stored {
      return property.codec == nil
        ? "a StoredValue needs a codec, whose stored form it is: \"codec\": {\"name\": …}" : nil
    }
    if StandardType.isKnown(name) { return nil }
    return """
      there is no class or type \(name.swiftLiteral); describe the class, or name a type of your \
      program in \"types\"
      """
  }

  private func optionalProblem(
    _ wrapped: SwiftType, _ lookup: ModelLookup, _ isInCollection: Bool
  ) -> String? {
    if wrapped.isOptional { return "a type can have at most one ?" }
    guard isInCollection, !wrapped.isCollection, isReference(wrapped, lookup) else { return nil }
    return "references in a collection cannot be optional"
  }

  private func keyProblem(_ type: SwiftType, _ role: String) -> String? {
    if type.isOptional { return "\(role) cannot be optional" }
    return type == .anyObject ? "\(role) cannot be objects of any class" : nil
  }

  private func objectKeyProblem(_ key: SwiftType, _ lookup: ModelLookup) -> String? {
    isReference(key, lookup) ? "keys are values, not objects" : nil
  }

  private func isReference(_ type: SwiftType, _ lookup: ModelLookup) -> Bool {
    switch type.unwrapped {
    case .anyObject: true
    case .named(let name): lookup.classModel(name) != nil
    default: false
    }
  }

  // MARK: Codecs, rules, roles, inverses, defaults

  private func refersToObjects(_ lookup: ModelLookup) -> Bool {
    property.type.elementName.map { lookup.classModel($0) != nil } ?? true
  }

  private func codecProblem(_ lookup: ModelLookup) -> String? {
    guard let codec = property.codec else { return nil }
    if refersToObjects(lookup) { return "objects are stored as references, without a codec" }
    if property.keyCodec != nil || property.innerKeyCodecs != nil {
      return "one codec stores the whole; \"keyCodec\" is only for models of files"
    }
    return CodecExpression(codec, of: property.type) == nil
      ? """
      the codec \(codec.name.swiftLiteral) is not known for \(property.type.unwrapped); name its \
      type in Swift as \"type\" of the codec, or give the property the type StoredValue
      """ : nil
  }

  private func ruleProblem(_ lookup: ModelLookup) -> String? {
    guard property.onDelete != nil || property.deletesTargets == true else { return nil }
    if !refersToObjects(lookup) || property.isDerived {
      return "only stored references can have rules for deletions"
    }
    if property.onDelete == .cascade && property.type.isCollection {
      return "a collection cannot cascade; declare it on the other side"
    }
    if property.onDelete == .nullify && !property.type.isOptional && !property.type.isCollection {
      return "'nullify' needs an optional reference; make it optional, or choose another rule"
    }
    return nil
  }

  private func roleProblem(_ lookup: ModelLookup) -> String? {
    switch property.role {
    case nil: nil
    case .version:
      ["Int", "Int32", "Int64"].contains("\(property.type)")
        ? secondVersionProblem(lookup) : "a version must be an Int, an Int64 or an Int32"
    case .createdAt, .updatedAt:
      property.type.unwrapped == .named("Date") ? nil : "a time must be a Date or a Date?"
    }
  }

  private func secondVersionProblem(_ lookup: ModelLookup) -> String? {
    guard let first = lookup.allProperties(of: owner).first(where: { $0.role == .version }),
      first.name != property.name
    else { return nil }
    return "a class has one version, which counts all changes; \(first.name) is already the version"
  }

  private func inverseProblem(_ lookup: ModelLookup) -> String? {
    guard let inverse = property.inverse else { return nil }
    let form: SwiftType? =
      switch property.type {
      case .optional(let element), .array(let element), .set(let element): element
      default: nil
      }
    guard case .named(let name)? = form, let other = lookup.classModel(name) else {
      return "an inverse must be an optional, an array or a set of a class of the model"
    }
    guard let source = lookup.allProperties(of: other).first(where: { $0.name == inverse }),
      !source.isDerived
    else { return "\(name) has no stored property \(inverse.swiftLiteral)" }
    let owners = [owner.name] + lookup.ancestors(of: owner).map(\.name)
    guard let target = source.type.elementName, owners.contains(target) else {
      return "\(name).\(inverse) does not refer to \(owner.name)"
    }
    if property.codec != nil || property.role != nil || property.defaultValue != nil {
      return "an inverse is not stored, so it cannot have a codec, a role or a default"
    }
    return nil
  }

  private var uniqueProblem: String? {
    property.isUnique == true && (property.hasChildTable || property.isDerived)
      ? "a collection cannot be unique" : nil
  }

  private func defaultProblem(_ lookup: ModelLookup) -> String? {
    guard let value = property.defaultValue?.value, value != .null else { return nil }
    if property.hasChildTable {
      return value == .integer(1) && property.type.isOptional
        ? nil
        : "only an optional collection can have a default, which is 1 and stands for an empty one"
    }
    if refersToObjects(lookup) { return "a reference cannot have a default value" }
    return property.role == nil ? property.defaultMisfit : nil
  }
}
