import PersistentObjectsJSON

/// A place in a JSON text, in words such as `class Person, property home, "type": `.
struct JSONPlace: CustomStringConvertible {
  /// The value there; nil if there is none.
  let value: JSONValue?
  private let words: [String]
  /// The name of the last member on the way here.
  private let name: String

  /// Creates the place of a whole text, which has no words.
  init(_ root: JSONValue) { self.init(root, [], in: "") }

  private init(_ value: JSONValue?, _ words: [String], in name: String) {
    (self.value, self.words, self.name) = (value, words, name)
  }

  /// The words before a problem; empty for the whole text.
  var description: String { words.isEmpty ? "" : words.joined(separator: ", ") + ": " }

  /// Returns the place of a member of an object.
  func member(_ name: String) -> JSONPlace {
    JSONPlace(value?[name], words + ["\"\(name)\""], in: name)
  }

  /// Returns the place of an element of a list.
  func element(_ position: Int) -> JSONPlace {
    var element: JSONValue?
    if case .list(let elements)? = value, elements.indices.contains(position) {
      element = elements[position]
    }
    var title = "number \(position + 1)"
    if case .text(let name)? = element?["name"] { title = name }
    guard let kind = Self.singular[name] else {
      return JSONPlace(element, words + ["element \(title)"], in: name)
    }
    return JSONPlace(element, words.dropLast() + ["\(kind) \(title)"], in: name)
  }

  private static let singular = [
    "classes": "class", "properties": "property", "indices": "index", "types": "type",
  ]
}
