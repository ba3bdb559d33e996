import Foundation
import PersistentObjects
import PersistentObjectsCommandLine
import PersistentObjectsInspection

/// A model in a form for people: the properties of each class, followed by its indices and notes.
struct SchemaTable {
  let output: Output

  func show(_ store: StoreModel) throws {
    try output.document { document in
      for model in store.classes {
        try document.rows(model.name, title: title(of: model), columns) { append in
          for property in model.properties { try append(row(of: property, in: store)) }
        }
        for index in model.indices ?? [] { try output.say("  \(words(of: index))") }
        for note in model.notes ?? [] { try output.say("  Note: \(note)", in: .yellow) }
      }
      for type in store.types ?? [] where type.isComposite {
        try document.rows(type.name, title: title(of: type), columns) { append in
          for row in rows(of: type, in: store) { try append(row) }
        }
      }
    }
  }

  private func title(of model: ClassModel) -> String {
    "\(model.name), table \(model.table)"
      + (model.superclass.map { ", inherits from \($0)" } ?? "")
  }

  private func title(of type: TypeModel) -> String {
    "\(type.name), a value in several columns"
      + (type.codec.map { ", codec \($0.name) \($0.version)" } ?? "")
  }

  /// Returns the rows of the fields; those of an enum begin with their case.
  private func rows(of type: TypeModel, in store: StoreModel) -> [[OutputValue]] {
    (type.fields ?? []).map { row(of: $0, in: store) }
      + (type.cases ?? []).flatMap { each in
        let fields = (each.fields ?? []).map { field in
          var field = field
          field.name = each.hasOnlyValue ? each.name : "\(each.name).\(field.name)"
          return row(of: field, in: store)
        }
        return fields.isEmpty
          ? [[.text(each.name)] + Array(repeating: .text(""), count: columns.count - 1)] : fields
      }
  }

  private var columns: [OutputColumn] {
    ["property", "type", "column", "codec", "declared"].map { OutputColumn($0) }
  }

  private func row(of property: PropertyModel, in store: StoreModel) -> [OutputValue] {
    let fields = property.codec == nil ? store.summary(of: property.type).map { " " + $0 } : nil
    return [
      .text(property.name), .text("\(property.type)\(fields ?? "")"), .text(property.column ?? ""),
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
      property.isIndexed == true ? "indexed" : nil,
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
