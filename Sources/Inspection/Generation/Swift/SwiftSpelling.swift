import PersistentObjectsInspection

/// The spelling of names in the code of a model, whose classes may hide types with the same name.
struct SwiftSpelling {
  private let lookup: ModelLookup

  init(_ lookup: ModelLookup) { self.lookup = lookup }

  /// Returns a name of Swift, Foundation or this package: `Session`, or `PersistentObjects.Session`
  /// if the model has a class of that name.
  func standard(_ name: String) -> String {
    lookup.names.contains(name) ? "\(StandardType.module(of: name)).\(name)" : name
  }

  /// Returns the spelling of a type.
  func type(_ type: SwiftType) -> String {
    switch type {
    case .named(let name): named(name)
    case .anyObject: "any PersistentObject"
    case .optional(.anyObject): "(any PersistentObject)?"
    case .optional(let wrapped): "\(self.type(wrapped))?"
    case .array(let element): "[\(self.type(element))]"
    case .set(let element): "\(standard("Set"))<\(self.type(element))>"
    case .dictionary(let key, let value): "[\(self.type(key)): \(self.type(value))]"
    }
  }

  private func named(_ name: String) -> String {
    if lookup.has(name) { return GeneratedName(name).source }
    guard let (generic, parameter) = StandardType.parts(ofGeneric: name) else {
      return standard(name)
    }
    return "\(standard(generic))<\(standard(parameter))>"
  }

  /// Returns an expression of this package, such as `CompressedCodec(StringCodec())`.
  func expression(_ text: String) -> String {
    var result = ""
    var word = ""
    for character in text + " " {
      if character.isLetter || character.isNumber {
        word.append(character)
        continue
      }
      result += word.first?.isUppercase == true ? standard(word) : word
      result.append(character)
      word = ""
    }
    return String(result.dropLast())
  }
}
