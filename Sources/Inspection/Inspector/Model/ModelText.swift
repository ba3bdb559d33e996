package import Foundation
import PersistentObjects
import PersistentObjectsJSON

/// The JSON of a model, alone or in the first line of an export.
package struct ModelText {
  private let json: Data
  private let source: String

  /// - Parameter source: the source of the text, for errors.
  package init(_ json: Data, source: String) { (self.json, self.source) = (json, source) }

  /// Decodes the text. Throws ``ModelError`` with each key that would be ignored, and with the
  /// first value that cannot be decoded.
  package func decode<Model: Decodable>(_ type: Model.Type) throws -> Model {
    let document = try document()
    // Another format has other keys.
    let isCurrent = document.root["format"] == .integer(Int64(StoreModel.currentFormat))
    var problems = isCurrent ? KnownKeys.model.problems(in: document) : []
    do {
      let model = try document.decode(type)
      if problems.isEmpty { return model }
    } catch let error as CodecError {
      problems.append(error.reason)
    }
    throw ModelError(source: source, problems: problems)
  }

  private func document() throws -> JSONDocument {
    do {
      return try JSONDocument(json)
    } catch {
      throw ModelError(
        source: source, problems: ["\(error); see the page Generation for the format"])
    }
  }
}
