import PersistentObjectsEngine

/// An index of a model, by the properties that it names.
struct ModelIndex {
  let members: [(property: PropertyModel, isDescending: Bool)]
  let isUnique: Bool
  let condition: String?

  /// Reads an index; nil if it names something that is in no column. Names may be those of columns
  /// or of properties; the two columns of a reference to several tables stand for one property.
  init?(_ index: IndexModel, of model: ClassModel, _ lookup: ModelLookup) {
    let properties = lookup.allProperties(of: model).filter { !$0.hasChildTable && !$0.isDerived }
    var members: [(property: PropertyModel, isDescending: Bool)] = []
    for column in index.columns {
      let (name, isDescending) = IndexModel.name(ofColumn: column)
      if let property = properties.first(where: { $0.columnName == name })
        ?? properties.first(where: { $0.name == name })
      {
        members.append((property, isDescending))
      } else if let last = members.last,
        name == last.property.columnName + ColumnName.classSuffix
      {
        continue
      } else {
        return nil
      }
    }
    if members.isEmpty { return nil }
    self.members = members
    isUnique = index.isUnique == true
    condition = index.condition
  }
}
