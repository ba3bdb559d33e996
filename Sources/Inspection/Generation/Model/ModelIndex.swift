import PersistentObjectsInspection
import PersistentObjectsSchema

/// An index of a model, given by properties and expressions.
struct ModelIndex {
  let members: [Member]
  let isUnique: Bool
  let condition: String?

  struct Member {
    let content: Content
    let isDescending: Bool
  }

  enum Content {
    case property(PropertyModel)
    case expression(String)
  }

  /// Creates the index of a class; nil if it names something that is not in a column.
  init?(_ index: IndexModel, of model: ClassModel, _ lookup: ModelLookup) {
    self.init(index, among: lookup.allProperties(of: model))
  }

  /// Creates the index of a class with some properties, inherited ones included; nil if it names
  /// something that is not in a column. Names may be those of columns or properties. The two
  /// columns of a reference to several tables stand for one property.
  init?(_ index: IndexModel, among properties: [PropertyModel]) {
    let properties = properties.filter { !$0.hasChildTable && !$0.isDerived }
    var members: [Member] = []
    for column in index.columns {
      let (name, isDescending) = IndexModel.name(ofColumn: column)
      if let expression = IndexModel.expression(in: name) {
        members.append(Member(content: .expression(expression), isDescending: isDescending))
      } else if let property = properties.first(where: { $0.columnName == name })
        ?? properties.first(where: { $0.name == name })
      {
        members.append(Member(content: .property(property), isDescending: isDescending))
      } else if case .property(let last)? = members.last?.content,
        name == last.columnName + ColumnName.classSuffix
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

  /// The first property that occurs a second time.
  var repeatedProperty: String? {
    var columns: Set<String> = []
    for case .property(let property) in members.map(\.content) {
      if !columns.insert(property.columnName).inserted { return property.name }
    }
    return nil
  }
}
