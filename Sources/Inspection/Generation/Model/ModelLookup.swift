import PersistentObjectsInspection

/// A model's classes by name, and their inheritance. The model may still have unreported errors.
struct ModelLookup {
  let model: StoreModel
  private let classes: [String: ClassModel]
  /// The direct subclasses of each class.
  private let subclasses: [String: [String]]
  /// The last parts of the names of all classes and types. They hide other types with these names.
  let names: Set<String>
  /// The first parts of the names of all classes and types.
  let outermostNames: Set<String>
  private let types: [String: TypeModel]

  init(_ model: StoreModel) {
    self.model = model
    classes = Dictionary(model.classes.map { ($0.name, $0) }) { first, _ in first }
    subclasses = Dictionary(
      grouping: model.classes.filter { $0.superclass != nil }.map(\.name)
    ) { [classes] in classes[$0]?.superclass ?? "" }
    types = Dictionary((model.types ?? []).map { ($0.name, $0) }) { first, _ in first }
    let all = model.classes.map(\.name) + types.keys
    names = Set(all.flatMap { $0.split(separator: ".").map(String.init) })
    outermostNames = Set(all.compactMap { $0.split(separator: ".").first.map(String.init) })
  }

  func classModel(_ name: String) -> ClassModel? { classes[name] }

  func type(_ name: String) -> TypeModel? { types[name] }

  /// Returns whether a name is that of a class or type of the model.
  func has(_ name: String) -> Bool { classes[name] != nil || types[name] != nil }

  /// Returns whether no class can inherit from a class.
  func isFinal(_ model: ClassModel) -> Bool { model.isFinal ?? !hasSubclasses(model) }

  func hasSubclasses(_ model: ClassModel) -> Bool { subclasses[model.name] != nil }

  /// Returns the superclasses of a class, the nearest first. In a circular inheritance, each occurs
  /// once.
  func ancestors(of model: ClassModel) -> [ClassModel] {
    var found: [ClassModel] = []
    var seen: Set = [model.name]
    var next = model.superclass
    while let name = next, seen.insert(name).inserted, let ancestor = classes[name] {
      found.append(ancestor)
      next = ancestor.superclass
    }
    return found
  }

  /// Returns all properties of a class, those of superclasses first.
  func allProperties(of model: ClassModel) -> [PropertyModel] {
    ancestors(of: model).reversed().flatMap(\.properties) + model.properties
  }
}
