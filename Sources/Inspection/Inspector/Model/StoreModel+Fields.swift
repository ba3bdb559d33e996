/// A field of a property's values, which has a column of its own.
package struct FieldPlace {
  /// The names from the property to the field.
  package let path: [String]
  /// The column.
  package let column: String
  package let field: PropertyModel
  /// The type that has the field.
  package let owner: String
  /// Whether there are values without the field: a value around it is nil, or of another case.
  package let isConditional: Bool
}

extension StoreModel {
  /// Returns the fields in columns of a property's values; none for a collection, and for values in
  /// one column.
  package func fields(of property: PropertyModel) -> [FieldPlace] {
    if property.type.isCollection || property.codec != nil { return [] }
    return fields(
      of: property, FieldPath(names: [property.name], column: property.columnName), inside: [])
  }

  private func fields(
    of property: PropertyModel, _ path: FieldPath, inside enclosing: [String]
  ) -> [FieldPlace] {
    guard let name = property.type.elementName, !enclosing.contains(name),
      let type = composite(named: name)
    else { return [] }
    var path = path
    path.isConditional = path.isConditional || property.type.isOptional
    let own = (type.fields ?? []).flatMap {
      fields(in: $0, path.inside([$0.name], $0.columnName), of: name, inside: enclosing)
    }
    return own
      + (type.cases ?? []).flatMap { each in
        (each.fields ?? []).flatMap { field in
          var inner = path.inside(
            each.hasOnlyValue ? [each.name] : [each.name, field.name], field.columnName)
          inner.isConditional = true
          return fields(in: field, inner, of: name, inside: enclosing)
        }
      }
  }

  private func fields(
    in field: PropertyModel, _ path: FieldPath, of owner: String, inside enclosing: [String]
  ) -> [FieldPlace] {
    if field.codec == nil, let name = field.type.elementName, composite(named: name) != nil {
      return fields(of: field, path, inside: enclosing + [owner])
    }
    return [
      FieldPlace(
        path: path.names, column: path.column, field: field, owner: owner,
        isConditional: path.isConditional)
    ]
  }

  /// Returns the fields of a type in a few words, such as `(street, city, zip?)`; nil for a type
  /// that is not of values in several columns.
  package func summary(of type: SwiftType) -> String? {
    guard let model = type.elementName.flatMap(composite) else { return nil }
    let cases = (model.cases ?? []).map { each in
      each.name + ((each.fields ?? []).isEmpty ? "" : Self.summary(of: each.fields ?? []))
    }
    return model.cases == nil
      ? Self.summary(of: model.fields ?? []) : "(\(cases.joined(separator: ", ")))"
  }

  private static func summary(of fields: [PropertyModel]) -> String {
    let names = fields.map { $0.name + ($0.type.isOptional ? "?" : "") }
    return "(\(names.joined(separator: ", ")))"
  }
}

/// The way to a field, with the part of its column's name so far.
private struct FieldPath {
  var names: [String]
  var column: String
  var isConditional = false

  func inside(_ names: [String], _ column: String) -> FieldPath {
    let parts = [self.column, column].filter { !$0.isEmpty }
    return FieldPath(
      names: self.names + names, column: parts.joined(separator: "_"), isConditional: isConditional)
  }
}
