import PersistentObjectsNames
import SwiftDiagnostics
import SwiftSyntax

/// Checks that need to see all members of a class at once.
struct ClassChecks {
  private(set) var findings = Findings()
  private let declaration: ClassDeclSyntax
  /// The variables that the class declares, each with the place of its name.
  private let variables: [(name: Name, token: TokenSyntax)]

  init(_ declaration: ClassDeclSyntax) {
    self.declaration = declaration
    variables = declaration.memberBlock.members.flattened
      .compactMap { $0.as(VariableDeclSyntax.self) }
      .flatMap(\.names)
      .map { (Name($0), $0) }
  }

  /// Runs all checks; properties that cannot have storage become unsound.
  mutating func run(_ model: inout ClassModel) {
    checkInit(of: model)
    checkSuperInit(of: model)
    checkCount(of: model)
    checkReservedNames(of: &model)
    checkMeaning(of: &model)
    checkStorage(of: &model)
    checkFinders(of: &model)
    checkColumns(of: model)
    checkVersions(of: model)
    checkOperators()
    checkHooks()
    checkDeinit()
    checkThrows(of: model.declared)
    checkConditions()
  }

  /// Checks that a `deinit` runs where the last reference to the object is released. An isolated
  /// one could hand objects of a session to an actor.
  private mutating func checkDeinit() {
    for member in declaration.memberBlock.members.flattened {
      guard let deinitializer = member.as(DeinitializerDeclSyntax.self) else { continue }
      if let actor = deinitializer.attributes.globalActor {
        let name = actor.attributeName.trimmedDescription
        findings.report(
          .isolatedDeinit, at: actor, repairs: [.remove(actor, message: "remove '@\(name)'")])
      } else if let modifier = deinitializer.modifiers.first(where: \.isIsolated) {
        findings.report(
          .isolatedDeinit, at: modifier, repairs: [.remove(modifier, message: "remove 'isolated'")])
      }
    }
  }

  private mutating func checkInit(of model: ClassModel) {
    guard let superclass = model.superclass, !model.addsNothing, !model.declared.designatedInit
    else { return }
    findings.report(
      .missingInit(superclass: superclass), at: declaration.name,
      repairs: [.addInit(to: declaration, for: model)])
  }

  /// Checks that a superclass that is not persistent has an `init` without parameters. This shows
  /// only in the class's calls.
  private mutating func checkSuperInit(of model: ClassModel) {
    guard model.superclass == nil, let superclass = declaration.superclassName else { return }
    let calls = declaration.memberBlock.members.flattened
      .compactMap { $0.as(InitializerDeclSyntax.self) }.filter(\.isDesignated)
      .map { $0.superInits.first(where: \.hasArguments) }
    guard let call = calls.first ?? nil, calls.allSatisfy({ $0 != nil }) else { return }
    findings.report(.unknownSuperInit(superclass), at: call)
  }

  private mutating func checkCount(of model: ClassModel) {
    let count = model.properties.count
    guard count > Generated.maximumProperties else { return }
    findings.report(.tooManyProperties(count), at: declaration.name)
  }

  private mutating func checkReservedNames(of model: inout ClassModel) {
    let persistent = Set(model.properties.map(\.name.text))
    let reserved = persistent.intersection(model.snapshotNames).union(ReservedNames.members)
    for (name, token) in variables where reserved.contains(name.text) {
      findings.report(.reservedName(name.text), at: token)
      model.properties.markUnsound(name)
    }
  }

  private mutating func checkMeaning(of model: inout ClassModel) {
    for property in model.properties where ReservedNames.properties.contains(property.name.text) {
      findings.report(
        .otherMeaning(property.name.text, column: property.columnName.text),
        at: places[property.name.text] ?? declaration.name)
      model.properties.markUnsound(property.name)
    }
  }

  private mutating func checkStorage(of model: inout ClassModel) {
    let places = places
    for property in model.properties {
      guard let place = places[property.storage.text] else { continue }
      findings.report(
        .storageTaken(property.storage.text, by: property.name.text), at: place)
      model.properties.markUnsound(property.name, hasStorage: false)
    }
  }

  /// Checks that no two properties differ only in the case of the first letter: their finders would
  /// have the same name.
  private mutating func checkFinders(of model: inout ClassModel) {
    var owners: [String: Name] = [:]
    for property in model.properties where property.hasFinder && property.isSound {
      let other = owners.updateValue(property.name, forKey: property.name.capitalized)
      guard let other, other != property.name else { continue }
      findings.report(
        .sharedFinder("findBy\(property.name.capitalized)", with: other.text),
        at: places[property.name.text] ?? declaration.name)
      model.properties.markUnsound(property.name)
    }
  }

  private mutating func checkColumns(of model: ClassModel) {
    let places = places
    var owners: [String: Name] = [Generated.keyColumn: Name(generated: Generated.primaryKey)]
    for property in model.properties where property.isSound && !property.isDerived {
      let folded = property.columnName.text.lowercased()
      if folded.isEmpty { continue }
      if let owner = owners[folded] {
        findings.report(
          .duplicateColumn(property.columnName.text, of: owner.text),
          at: places[property.name.text] ?? declaration.name)
      } else {
        owners[folded] = property.name
      }
    }
  }

  private mutating func checkVersions(of model: ClassModel) {
    let versions = model.properties.filter(\.column.isVersion)
    for version in versions.dropFirst() {
      findings.report(
        .secondVersion(versions[0].name.text),
        at: places[version.name.text] ?? declaration.name)
    }
  }

  /// Reports comparisons inside the class. The compiler finds them twice when it looks for the
  /// requirements of a `Comparable` in the inheritance clause, as long as macros add members of
  /// arbitrary names (Swift 6.3.1).
  private mutating func checkOperators() {
    guard declaration.inheritedTypes.contains(where: { $0.standardName == "Comparable" }) else {
      return
    }
    for member in declaration.memberBlock.members {
      guard let function = member.decl.as(FunctionDeclSyntax.self),
        ["<", "<=", ">", ">="].contains(function.name.text)
      else { continue }
      findings.report(.operatorInClass(function.name.text), at: function.name)
    }
  }

  private mutating func checkHooks() {
    for member in declaration.memberBlock.members.flattened {
      guard let function = member.as(FunctionDeclSyntax.self), let hook = HookName(function),
        let (problem, node, repairs) = function.obstacle(to: hook)
      else { continue }
      findings.report(problem, at: node, repairs: repairs)
    }
  }

  /// Checks that what the description refers to exists in each branch of an `#if`: a macro cannot
  /// see which one is active.
  private mutating func checkConditions() {
    for member in declaration.memberBlock.members {
      guard let condition = member.decl.as(IfConfigDeclSyntax.self) else { continue }
      for name in condition.incompleteNames {
        findings.report(.incomplete(Name(name).text), at: name)
      }
    }
  }

  /// Warns of a hook or a store that throws only in another branch of an `#if`. The compiler warns
  /// of the `try` in the expansion, and does not show where it comes from.
  private mutating func checkThrows(of declared: DeclaredMembers) {
    let throwing = Set(declared.hooks.filter { $0.isThrowing && $0.name.mayThrow }.map(\.name))
    for member in declaration.memberBlock.members.flattened {
      if let function = member.as(FunctionDeclSyntax.self), let hook = DeclaredHook(function),
        !hook.isThrowing, throwing.contains(hook.name)
      {
        findings.report(.unequalThrows("\(hook.name)"), at: function.name)
      } else if declared.store == .throwing, let variable = member.as(VariableDeclSyntax.self),
        variable.isStatic, !variable.getterThrows,
        let name = variable.names.first(where: { Name($0).text == Generated.ownStore })
      {
        findings.report(.unequalThrows(Generated.ownStore), at: name)
      }
    }
  }

  /// The places of variables by their names.
  private var places: [String: TokenSyntax] {
    Dictionary(variables.map { ($0.name.text, $0.token) }, uniquingKeysWith: { first, _ in first })
  }
}

extension [PropertyModel] {
  fileprivate mutating func markUnsound(_ name: Name, hasStorage: Bool = true) {
    for position in indices where self[position].name == name {
      self[position].isSound = false
      if !hasStorage { self[position].hasStorage = false }
    }
  }
}
