import Foundation
import PersistentObjects
import PersistentObjectsCommandLine
import PersistentObjectsInspection

/// A model in a form for people: the properties of each class, followed by its indices and notes.
struct SchemaTable {
  let output: Output

  func show(_ model: StoreModel) throws {
    try output.document { document in
      for model in model.classes {
        try document.rows(model.name, title: title(of: model), columns) { append in
          for property in model.properties { try append(row(of: property)) }
        }
        for index in model.indices ?? [] { try output.say("  \(words(of: index))") }
        for note in model.notes ?? [] { try output.say("  Note: \(note)", in: .yellow) }
      }
    }
  }

  private func title(of model: ClassModel) -> String {
    "\(model.name), table \(model.table)"
      + (model.superclass.map { ", inherits from \($0)" } ?? "")
  }

  private var columns: [OutputColumn] {
    ["property", "type", "column", "codec", "declared"].map { OutputColumn($0) }
  }

  private func row(of property: PropertyModel) -> [OutputValue] {
    [
      .text(property.name), .text("\(property.type)"), .text(property.column ?? ""),
      .text(property.codec.map(words) ?? ""), .text(words(of: property)),
    ]
  }

  /// Returns the literal as JSON, which distinguishes a text from a number.
  private func json(of literal: ModelLiteral) -> String {
    (try? JSONEncoder().encode(literal)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  private func words(of codec: CodecModel) -> String {
    let oldest = codec.oldestVersion.map { "\($0) to " } ?? ""
    return "\(codec.name) \(oldest)\(codec.version), \(codec.storage)"
  }

  private func words(of property: PropertyModel) -> String {
    let words = [
      property.isUnique == true ? "unique" : nil,
      property.onDelete.map { "on delete \($0.rawValue)" },
      property.deletesTargets == true ? "deletes targets" : nil,
      property.defaultValue.map { "default \(json(of: $0))" },
    ]
    return (words.compactMap(\.self) + (property.notes ?? [])).joined(separator: "; ")
  }

  private func words(of index: IndexModel) -> String {
    "\(index.isUnique == true ? "Unique index" : "Index") of \(index.columns.joined(separator: ", "))"
      + (index.condition.map { " where \($0)" } ?? "")
  }
}
