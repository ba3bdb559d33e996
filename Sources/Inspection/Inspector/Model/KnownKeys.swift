import PersistentObjectsJSON

/// The keys that an object in a model's JSON may have, and those of the objects in it.
struct KnownKeys {
  private let names: [String]
  private let inside: [String: KnownKeys]

  private init<Key: CodingKey & CaseIterable>(
    _ keys: Key.Type, also others: [String] = [], inside: [String: KnownKeys] = [:]
  ) {
    names = keys.allCases.map(\.stringValue) + others
    self.inside = inside
  }

  /// The keys of a model. The first line of an export also has the next keys of objects.
  static let model = KnownKeys(
    StoreModel.CodingKeys.self, also: ["nextKeys"], inside: ["types": ofType, "classes": ofClass])

  private static let ofClass = KnownKeys(
    ClassModel.CodingKeys.self, inside: ["properties": property, "indices": index])
  private static let property = KnownKeys(
    PropertyModel.CodingKeys.self,
    inside: ["codec": codec, "keyCodec": codec, "innerKeyCodecs": codec])
  private static let index = KnownKeys(IndexModel.CodingKeys.self)
  private static let ofType = KnownKeys(
    TypeModel.CodingKeys.self, inside: ["codec": codec, "fields": property, "cases": ofCase])
  private static let ofCase = KnownKeys(TypeModel.CodingKeys.self, inside: ["fields": property])
  private static let codec = KnownKeys(CodecModel.CodingKeys.self)

  /// Returns a problem for each other key in a text, whose value would be ignored.
  func problems(in json: JSONDocument) -> [String] { problems(at: JSONPlace(json.root)) }

  private func problems(at place: JSONPlace) -> [String] {
    switch place.value {
    case .object(let members)?: members.flatMap { problems(with: $0.name, at: place) }
    case .list(let elements)?: elements.indices.flatMap { problems(at: place.element($0)) }
    default: []
    }
  }

  private func problems(with name: String, at place: JSONPlace) -> [String] {
    guard names.contains(name) else {
      let known = names.joined(separator: ", ")
      return ["\(place)there is no key \(name.swiftLiteral); the keys are \(known)"]
    }
    return inside[name]?.problems(at: place.member(name)) ?? []
  }
}
