import PersistentObjectsEngine
public import PersistentObjectsInspection
import PersistentObjectsNames

extension StoreModel {
  /// Throws ``ModelError`` with all problems that prevent making classes from the model.
  ///
  /// - Parameter source: the source of the model, for errors.
  public func check(source: String) throws {
    var check = ModelCheck(self)
    check.run()
    guard check.problems.isEmpty else {
      throw ModelError(source: source, problems: check.problems)
    }
  }
}

/// Finds the problems of a model.
struct ModelCheck {
  private(set) var problems: [String] = []
  let lookup: ModelLookup
  var model: StoreModel { lookup.model }

  init(_ model: StoreModel) { lookup = ModelLookup(model) }

  mutating func run() {
    guard model.format == StoreModel.currentFormat else {
      problems = [
        "format \(model.format) is not supported; this version reads \(StoreModel.currentFormat)"
      ]
      return
    }
    checkNames()
    for type in model.types ?? [] { checkType(type) }
    for model in model.classes { checkClass(model) }
  }

  mutating func report(_ place: String, _ problem: String) {
    problems.append("\(place): \(problem)")
  }

  // MARK: Names

  private mutating func checkNames() {
    var names: Set<String> = []
    var tables: [String: String] = [:]
    var machines: [String: String] = [:]
    for type in model.types ?? [] where !names.insert(type.name).inserted {
      report("type \(type.name)", "two types have this name; give one of them another")
    }
    for model in model.classes {
      let place = "class \(model.name)"
      if !names.insert(model.name).inserted {
        report(place, "two types have this name; give one of them another")
      }
      let machine = GeneratedName(model.name).machine.path
      if lookup.has(machine) {
        report(
          place, "the generated class is called \(machine), which is the name of another class")
      }
      if let other = machines.updateValue(model.name, forKey: machine), other != model.name {
        report(
          place,
          "the generated class is called \(machine), like that of \(other); rename one of the two")
      }
      if let other = tables.updateValue(model.name, forKey: model.table.lowercased()) {
        report(
          place, "the class \(other) also has the table '\(model.table)'; give one of them another")
      }
      checkName(model.name, place)
      checkScope(model.name, place)
      checkOutermostScope(model.name, place)
      checkSQLName(model.table, "table", place)
      if let former = model.renamedFrom { checkSQLName(former, "table", place) }
    }
  }

  private mutating func checkName(_ name: String, _ place: String) {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if let wrong = parts.first(where: { !SwiftName.isIdentifier($0) }) {
      report(place, "\(wrong.swiftLiteral) is not a name in Swift")
    } else if let last = parts.last,
      ReservedNames.generatedClasses.contains(last)
        || parts.count == 1 && ScalarNames.all.contains(last)
    {
      report(place, "the name means another type; give the class another one")
    }
  }

  /// Checks the name of a property's column. That of a value in several columns may be empty, which
  /// leaves it out of their names.
  mutating func checkColumn(of property: PropertyModel, _ place: String) {
    if property.columnName.isEmpty, property.codec == nil,
      property.type.elementName.flatMap(model.composite(named:)) != nil
    {
      return
    }
    checkSQLName(property.columnName, "column", place)
  }

  mutating func checkSQLName(_ name: String, _ kind: String, _ place: String) {
    if name.isEmpty || name.utf8.contains(0) {
      report(place, "a \(kind) needs a name that is not empty and does not contain NUL")
    } else if ReservedNames.isReserved(sqlName: name) {
      report(place, "the name '\(name)' of a \(kind) is reserved; it must not begin like this")
    } else if kind == "column", name.lowercased() == "pk" {
      report(place, "the column 'pk' belongs to the key; give the property another one")
    }
  }

  /// Checks the scope of a name. Inside a scope, a name means a declaration of that scope, and
  /// hides those outside.
  private mutating func checkScope(_ name: String, _ place: String) {
    let own = GeneratedName(name)
    guard let scope = own.scope, lookup.outermostNames.contains(own.ownPath) else { return }
    report(
      place,
      "inside \(scope.path) another \(own.ownPath) could not be named; nest that one as well, or rename one"
    )
  }

  /// Checks the outermost scope of a generated type, which hides types of its name everywhere.
  private mutating func checkOutermostScope(_ name: String, _ place: String) {
    guard let scope = GeneratedName(name).scope else { return }
    let outermost = String(scope.path.prefix { $0 != "." })
    guard ReservedNames.generatedClasses.contains(outermost) || ScalarNames.all.contains(outermost)
    else { return }
    report(place, "the scope \(outermost) has the name of another type; give it another one")
  }

  private mutating func checkType(_ type: TypeModel) {
    let place = "type \(type.name)"
    checkName(type.name, place)
    if type.codec != nil || type.isComposite { checkOutermostScope(type.name, place) }
    if let codec = type.codec { checkCodec(codec, place) }
    if type.isComposite { CompositeCheck(type, place).run(&self) }
  }

  mutating func checkCodec(_ codec: CodecModel, _ place: String) {
    if let type = codec.type,
      !type.split(separator: ".", omittingEmptySubsequences: false)
        .allSatisfy({ SwiftName.isIdentifier(String($0)) })
    {
      report(place, "the codec's type \(type.swiftLiteral) is not a name in Swift")
    }
    if codec.storageClass == nil {
      report(
        place,
        "the codec's storage \(codec.storage.swiftLiteral) is not one of integer, real, text, blob, any"
      )
    }
    let versions = 1...Int(Int32.max)
    let oldest = codec.oldestVersion ?? codec.version
    if codec.name.isEmpty || !versions.contains(codec.version) || !versions.contains(oldest)
      || oldest > codec.version
    {
      report(place, "the codec's name is empty, or its versions are below 1 or out of order")
    }
  }

  // MARK: Classes

  private mutating func checkClass(_ model: ClassModel) {
    let place = "class \(model.name)"
    checkSuperclass(model, place)
    var taken = NameUse(lookup.ancestors(of: model).reversed().flatMap(\.properties))
    for property in model.properties {
      let place = "\(place), property \(property.name)"
      if let problem = taken.problem(with: property) { report(place, problem) }
      if !SwiftName.isIdentifier(property.name)
        || ReservedNames.generatedProperties.contains(property.name)
      {
        report(place, "no property can be called \(property.name.swiftLiteral)")
      }
      PropertyCheck(property, of: model, place).run(&self)
    }
    if let name = lookup.allProperties(of: model).map(\.name).first(where: model.hidesItself) {
      report(place, "inside it \(name) means the class, so no property can have this name")
    }
    for index in model.indices ?? [] { checkIndex(index, model, place) }
  }

  private mutating func checkSuperclass(_ model: ClassModel, _ place: String) {
    guard let name = model.superclass else { return }
    guard let superclass = lookup.classModel(name) else {
      return report(place, "there is no class \(name.swiftLiteral) to inherit from")
    }
    if superclass.isFinal == true {
      report(place, "\(name) is final, so nothing can inherit from it")
    }
    if name == model.name
      || lookup.ancestors(of: superclass).contains(where: { $0.name == model.name })
    {
      report(place, "it inherits from itself")
    }
  }

  private mutating func checkIndex(_ index: IndexModel, _ model: ClassModel, _ place: String) {
    let names = index.columns.joined(separator: ", ")
    let place = "\(place), index \(names)"
    if index.columns.isEmpty { report(place, "an index must have columns") }
    if let members = ModelIndex(index, of: model, lookup) {
      if let name = members.repeatedProperty { report(place, "it names \(name) twice") }
    } else {
      report(
        place, "it names something that is neither a property in a column nor the column of one")
    }
    if let condition = index.condition, !SQLExpression.isSound(condition) {
      report(place, "the condition is not an SQL expression")
    }
  }
}

extension ClassModel {
  /// Returns whether a property with a name keeps generated code from naming the class.
  func hidesItself(_ property: String) -> Bool { property == GeneratedName(name).ownPath }
}
