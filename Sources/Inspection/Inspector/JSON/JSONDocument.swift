package import Foundation
import PersistentObjects
package import PersistentObjectsJSON

/// A JSON text to decode. Errors are for people: they name the place, and what is wrong there.
package struct JSONDocument {
  let root: JSONValue
  private let text: Data

  /// Parses a text.
  package init(_ text: Data) throws(JSONError) {
    self.text = text
    root = try JSONValue(parsing: [UInt8](text))
  }

  /// Decodes the text. Throws ``CodecError`` for a text that is not such a value.
  package func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    do {
      return try JSONDecoder().decode(type, from: text)
    } catch let error as DecodingError {
      throw CodecError(words(of: error))
    }
  }

  private func words(of error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, let context):
      return "\(place(context.codingPath))\"\(key.stringValue)\" is missing"
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      let target = place(context.codingPath)
      let found = target.value.map { ", not \($0.kind)" } ?? ""
      return "\(target)it must be \(Self.kind(of: type))\(found)"
    case .dataCorrupted(let context):
      // The decoder's own words are about types in Swift.
      let reason = (context.underlyingError as? CodecError)?.reason
      return place(context.codingPath).description
        + (reason ?? "a number is too large, or is not whole")
    @unknown default: return "it cannot be read"
    }
  }

  private func place(_ path: [any CodingKey]) -> JSONPlace {
    path.reduce(JSONPlace(root)) { place, key in
      key.intValue.map(place.element) ?? place.member(key.stringValue)
    }
  }

  private static func kind(of type: any Any.Type) -> String {
    // A decoder names its container where it finds null in place of a list.
    if type == (any UnkeyedDecodingContainer).self { return "a list" }
    return switch type {
    case is String.Type: "a text"
    case is Bool.Type: "true or false"
    case is any BinaryInteger.Type: "a whole number"
    case is any BinaryFloatingPoint.Type: "a number"
    case is [Any].Type: "a list"
    default: "an object"
    }
  }
}

extension DecodingError {
  /// Returns an error whose reason is for people.
  package static func invalid(_ reason: String, at path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(
      Context(
        codingPath: path, debugDescription: reason, underlyingError: CodecError(reason)))
  }
}

extension Decoder {
  /// Decodes one of the words of an enumeration.
  package func word<Word: CaseIterable & RawRepresentable<String>>() throws -> Word {
    let container = try singleValueContainer()
    let text = try container.decode(String.self)
    if let word = Word(rawValue: text) { return word }
    let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
    throw DecodingError.invalid("'\(text)' is not one of \(words)", at: codingPath)
  }
}
