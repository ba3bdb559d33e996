import PersistentObjectsInspection
import PersistentObjectsNames

/// Finds the problems of a type of values in several columns.
struct CompositeCheck {
  private let type: TypeModel
  private let place: String

  init(_ type: TypeModel, _ place: String) {
    self.type = type
    self.place = place
  }

  func run(_ check: inout ModelCheck) {
    if type.fields != nil && type.cases != nil {
      check.report(place, "it is a struct with fields or an enum with cases, not both")
    }
    if (type.fields?.count ?? 0) + (type.cases?.count ?? 0) == 0 {
      check.report(place, "a value in several columns needs a field or a case")
    }
    if contains(type.name, type, check.lookup, []) {
      check.report(place, "it contains itself, so its columns would have no end")
    }
    checkFields(type.fields ?? [], place, &check)
    checkNames((type.cases ?? []).map(\.name), "case", place, &check)
    for each in type.cases ?? [] {
      checkFields(each.fields ?? [], "\(place), case \(each.name)", &check)
    }
  }

  private func checkFields(
    _ fields: [PropertyModel], _ place: String, _ check: inout ModelCheck
  ) {
    checkNames(fields.filter { !$0.isUnlabelled }.map(\.name), "field", place, &check)
    for field in fields {
      let place = "\(place), field \(field.name)"
      check.checkColumn(of: field, place)
      if let codec = field.codec { check.checkCodec(codec, place) }
      if let problem = problem(of: field, check.lookup) { check.report(place, problem) }
    }
  }

  private func checkNames(
    _ names: [String], _ kind: String, _ place: String, _ check: inout ModelCheck
  ) {
    for name in names where !SwiftName.isIdentifier(name) {
      check.report(place, "no \(kind) can be called \(name.swiftLiteral)")
    }
    if Set(names).count < names.count { check.report(place, "two \(kind)s have the same name") }
  }

  private func problem(of field: PropertyModel, _ lookup: ModelLookup) -> String? {
    guard case .named(let name) = field.type.unwrapped else {
      return field.type.isBytes
        ? nil : "a field is a value, not an object of any class or a collection"
    }
    if lookup.classModel(name) != nil { return "a field is a value, not an object of a class" }
    guard lookup.has(name) || StandardType.isKnown(name) || name == StandardCodec.stored else {
      return "there is no type \(name.swiftLiteral); name it in \"types\""
    }
    guard let codec = field.codec else {
      return name == StandardCodec.stored
        ? "a StoredValue needs a codec, whose stored form it is: \"codec\": {\"name\": …}" : nil
    }
    return CodecExpression(codec, of: field.type) == nil
      ? "the codec \(codec.name.swiftLiteral) is not known for \(field.type.unwrapped)" : nil
  }

  private func contains(
    _ name: String, _ type: TypeModel, _ lookup: ModelLookup, _ seen: Set<String>
  ) -> Bool {
    type.allFields.compactMap(\.type.elementName).contains { inner in
      if inner == name { return true }
      guard !seen.contains(inner), let model = lookup.type(inner) else { return false }
      return contains(name, model, lookup, seen.union([inner]))
    }
  }
}
