package import PersistentObjectsDriver

/// A column of a value that has several.
package struct FieldColumn: Sendable {
  /// The fields from the value to what the column stores, the outermost first; empty for the column
  /// that tells whether there is a value, and for the one that names the case of an enum.
  package private(set) var path: [Name] = []
  /// The codec that writes the column; nil for one that tells whether there is a value.
  package let codec: (any ColumnCodec)?
  /// Whether the column may be NULL.
  package private(set) var admitsNull: @Sendable () -> Bool
  /// Whether the column may be NULL in rows that have the value.
  package let admitsNullInValue: @Sendable () -> Bool
  /// Writes the field's value in rows that are older than the field; nil if there is no such value.
  package var defaultValue: (@Sendable (RowBatch, Int) throws -> Void)?
  /// The path of the column that tells whether there is the value which has the field; nil if there
  /// always is.
  package private(set) var presence: [Name]?

  /// The values that have the field, the outermost first.
  package private(set) var values: [Value] = []

  /// A value in several columns that has a field.
  package struct Value: Sendable {
    package let codec: any CompositeCodec
    package let mark: Mark

    package init(codec: any CompositeCodec, mark: Mark) {
      self.codec = codec
      self.mark = mark
    }

    /// Whether the value may be nil, and which column tells.
    package enum Mark: String, Sendable {
      case required = ""
      case optional = "?"
      case telling = "!"
    }
  }

  /// The names of a field.
  package struct Name: Sendable {
    package let name: String
    package let declaration: FieldDeclaration
  }

  /// The present names of an enum's cases, by the names that they had before.
  package var renamedCases: [String: String] {
    let cases = (codec as? CaseCodec)?.cases ?? []
    return cases.reduce(into: [:]) { names, model in
      for former in model.renamedFrom { names[former] = model.name }
    }
  }

  init(codec: (any ColumnCodec)?, admitsNull: @escaping @Sendable () -> Bool) {
    self.codec = codec
    self.admitsNull = admitsNull
    admitsNullInValue = admitsNull
  }

  /// Returns the column as seen from the value that has the field.
  func inside<Root>(_ field: CompositeField<Root>) -> FieldColumn {
    if field.namesCase { return self }
    let name = Name(name: field.name, declaration: field.declaration)
    var column = self
    column.path.insert(name, at: 0)
    column.presence?.insert(name, at: 0)
    return column
  }

  /// Returns the column as a part of a value.
  func part(of codec: any CompositeCodec, _ mark: Value.Mark) -> FieldColumn {
    var column = self
    column.values.insert(Value(codec: codec, mark: mark), at: 0)
    return column
  }

  /// Returns the column in a value that may be nil.
  ///
  /// - Parameter presence: the path of the column that tells; nil if the case of an enum tells.
  func optional(presence: [Name]?) -> FieldColumn {
    var column = self
    column.admitsNull = { true }
    column.presence = self.presence ?? presence
    return column
  }
}
