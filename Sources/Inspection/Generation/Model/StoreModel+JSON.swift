public import Foundation

extension StoreModel {
  /// The format that this version reads and writes.
  public static let currentFormat = 1

  /// Creates a model from JSON, and checks it.
  ///
  /// Throws ``ModelError``, which names the class and the property.
  ///
  /// - Parameter source: the source of the text, for errors.
  public init(json: Data, source: String) throws {
    do {
      self = try JSONDecoder().decode(StoreModel.self, from: json)
    } catch let error as DecodingError {
      throw ModelError(source: source, problems: [ModelPath(json).words(of: error)])
    }
    try check(source: source)
  }

  /// Returns the model as readable JSON, with names in a fixed order and each property on separate
  /// lines.
  public func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }
}

/// A place in a model, described by the names of classes and properties.
private struct ModelPath {
  private let root: Any?

  init(_ json: Data) { root = try? JSONSerialization.jsonObject(with: json) }

  func words(of error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, let context):
      place(context.codingPath) + "\"\(key.stringValue)\" is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      place(context.codingPath) + "the value has the wrong type: \(context.debugDescription)"
    case .dataCorrupted(let context) where context.codingPath.isEmpty:
      "the text is not valid JSON; see the page Generation for the format"
    case .dataCorrupted(let context): place(context.codingPath) + context.debugDescription
    @unknown default: "\(error)"
    }
  }

  /// Returns a place as text, such as `class Person, property home, "type": `.
  private func place(_ path: [any CodingKey]) -> String {
    var value = root
    var words: [String] = []
    var list = ""
    for key in path {
      if let position = key.intValue {
        let elements = value as? [Any]
        value = elements.flatMap { $0.indices.contains(position) ? $0[position] : nil }
        let name = (value as? [String: Any])?["name"] as? String
        words.append("\(Self.singular[list] ?? list) \(name ?? "number \(position + 1)")")
      } else {
        list = key.stringValue
        value = (value as? [String: Any])?[list]
        if Self.singular[list] == nil { words.append("\"\(list)\"") }
      }
    }
    return words.isEmpty ? "" : words.joined(separator: ", ") + ": "
  }

  private static let singular = [
    "classes": "class", "properties": "property", "indices": "index", "types": "type",
  ]
}
