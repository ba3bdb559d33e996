import PersistentObjects
import PersistentObjectsInspection

extension LegacyTranslation {
  /// The translation of one property of the old file.
  ///
  /// See ``LegacyTranslation``.
  public struct PropertyLine: Hashable, Sendable {
    /// The class of the new store.
    public let className: String
    /// The property of the new class.
    public let property: String
    /// The property's type in Swift, with the codec if the type does not determine it.
    public let type: String
    /// The table of the old file: that of the class, or that of a collection.
    public let table: String
    /// The column of the old file; nil for a collection.
    public let column: String?
    /// The number of values, or of elements, of each form, as named by ``LegacyValue/form``.
    public let forms: [String: Int64]
  }

  /// Returns the class of the new store for a table of the old one; the table's name if there is
  /// none.
  public func className(ofTable table: String) -> String {
    classes.first { $0.source.table == table }?.target.name ?? table
  }

  /// The translation of each property, class by class.
  public var properties: [PropertyLine] { zip(classes, summary.classes).flatMap(lines) }

  private func lines(
    _ type: LegacyClassTranslation, _ summary: LegacyClassSummary
  ) -> [PropertyLine] {
    zip(type.properties, type.target.properties).map { property, model in
      let source = type.place(of: property)
      return PropertyLine(
        className: type.target.name, property: model.name,
        type: model.type.description + (model.codec.map { " (\($0.name))" } ?? ""),
        table: source.table, column: source.column, forms: summary.forms(of: property.source))
    }
  }
}

extension LegacyClassTranslation {
  fileprivate func place(of property: LegacyPropertyTranslation) -> (table: String, column: String?)
  {
    switch property.source {
    case .column(let index): (source.table, source.properties[index].column)
    case .collection(let index), .objects(let index): (source.collections[index].table, nil)
    }
  }
}

extension LegacyClassSummary {
  fileprivate func forms(of source: LegacyPropertyTranslation.Source) -> [String: Int64] {
    switch source {
    case .column(let index): properties[index]
    case .collection(let index): collections[index]
    case .objects(let index): collections[index].filter { $0.key == "reference" }
    }
  }
}
