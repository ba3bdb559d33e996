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
    /// A property, or a field of one: the names on the way, and the column.
    case path([String], column: String)
    case expression(String)
  }

  /// Creates the index of a class; nil if it names something that is not in a column.
  init?(_ index: IndexModel, of model: ClassModel, _ lookup: ModelLookup) {
    self.init(index, among: lookup.allProperties(of: model), lookup.model)
  }

  /// Creates the index of a class with some properties, inherited ones included; nil if it names
  /// something that is not in a column, or a field of a value that may be nil. Names may be those
  /// of columns or properties. The two columns of a reference to several tables stand for one
  /// property.
  init?(_ index: IndexModel, among properties: [PropertyModel], _ model: StoreModel) {
    let columns = properties.filter { !$0.hasChildTable && !$0.isDerived }.flatMap {
      Self.columns(of: $0, model)
    }
    var members: [Member] = []
    for column in index.columns {
      let (name, isDescending) = IndexModel.name(ofColumn: column)
      if let expression = IndexModel.expression(in: name) {
        members.append(Member(content: .expression(expression), isDescending: isDescending))
      } else if let found = columns.first(where: { $0.column == name })
        ?? columns.first(where: { $0.path.joined(separator: ".") == name })
      {
        members.append(
          Member(content: .path(found.path, column: found.column), isDescending: isDescending))
      } else if case .path(_, let last)? = members.last?.content,
        name == last + ColumnName.classSuffix
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

  /// Returns the columns of a property that key paths lead to.
  private static func columns(
    of property: PropertyModel, _ model: StoreModel
  ) -> [(path: [String], column: String)] {
    guard property.codec == nil, let name = property.type.elementName,
      model.composite(named: name) != nil
    else { return [([property.name], property.columnName)] }
    return model.fields(of: property).filter { !$0.isConditional }.map { ($0.path, $0.column) }
  }

  /// The first property or field that occurs a second time.
  var repeatedProperty: String? {
    var columns: Set<String> = []
    for case .path(let path, let column) in members.map(\.content) {
      if !columns.insert(column).inserted { return path.joined(separator: ".") }
    }
    return nil
  }
}
