import SwiftSyntax

// Finds the members of a class that need not be generated, also inside `#if` blocks.

extension DeclaredMembers {
  init(_ declaration: ClassDeclSyntax) {
    for member in declaration.memberBlock.members.flattened {
      if let initializer = member.as(InitializerDeclSyntax.self) {
        designatedInit = designatedInit || initializer.isDesignated
        let calls = initializer.superInits
        superInit = superInit || !calls.isEmpty
        superInitThrows = superInitThrows || calls.contains { !$0.hasArguments && $0.isTried }
      } else if member.is(DeinitializerDeclSyntax.self) {
        deinitializer = true
      } else if let variable = member.as(VariableDeclSyntax.self) {
        let names = variable.names.map { Name($0).text }
        properties = properties || variable.isPersistent
        if variable.isStatic { statics.formUnion(names) }
        indices = indices || (variable.isStatic && names.contains(Generated.indices))
        rules = rules || (variable.isStatic && names.contains(Generated.rules))
        if variable.isStatic && names.contains(Generated.ownStore) {
          store = store == .throwing || variable.getterThrows ? .throwing : .plain
        }
        if !variable.isStatic && !variable.isPersistent {
          take(names, of: variable.bindings.map(\.typeAnnotation?.type))
        }
      } else if let function = member.as(FunctionDeclSyntax.self) {
        if let hook = DeclaredHook(function) { add(hook) }
        if function.modifiers.contains(where: \.isStatic) {
          statics.insert(Name(function.name).text)
        }
        if function.takesNothing {
          take([Name(function.name).text], of: [function.signature.returnClause?.type])
        }
      } else if let name = member.typeName {
        statics.insert(Name(name).text)
        snapshotType = snapshotType || Name(name).text == Generated.snapshotType
      }
    }
  }

  /// Adds the names of instance members with some types.
  private mutating func take(_ names: [String], of types: [TypeSyntax?]) {
    taken.formUnion(names)
    let isSnapshot = names.contains(Generated.snapshot)
    snapshotType =
      snapshotType || (isSnapshot && types.contains { $0?.names(Generated.snapshotType) == true })
  }

  /// Adds a hook. Of several in the branches of an `#if`, one that throws may be the active one.
  private mutating func add(_ hook: DeclaredHook) {
    guard let place = hooks.firstIndex(where: { $0.name == hook.name }) else {
      hooks.append(hook)
      return
    }
    if hook.isThrowing { hooks[place] = hook }
  }
}

extension TypeSyntax {
  /// Returns whether a type is, or is made of, one that is written as a name alone.
  fileprivate func names(_ type: String) -> Bool {
    tokens(viewMode: .sourceAccurate).contains {
      Name($0).text == type && $0.parent?.is(IdentifierTypeSyntax.self) == true
    }
  }
}

extension VariableDeclSyntax {
  /// Whether the getter of the declaration's first property can throw.
  var getterThrows: Bool {
    guard case .accessors(let accessors) = bindings.first?.accessorBlock?.accessors else {
      return false
    }
    return accessors.contains { $0.effectSpecifiers?.throwsClause != nil }
  }
}

extension MemberBlockItemListSyntax {
  /// All members, including those inside `#if` blocks.
  var flattened: [DeclSyntax] {
    flatMap { member -> [DeclSyntax] in
      guard let condition = member.decl.as(IfConfigDeclSyntax.self) else { return [member.decl] }
      return condition.members
    }
  }
}

extension IfConfigDeclSyntax {
  /// The members in all branches.
  fileprivate var members: [DeclSyntax] {
    clauses.flatMap { $0.elements?.as(MemberBlockItemListSyntax.self)?.flattened ?? [] }
  }

  /// The names of the properties in all branches that would be persistent.
  var persistentNames: [TokenSyntax] {
    members.compactMap { $0.as(VariableDeclSyntax.self) }.filter(\.isPersistent).flatMap(\.names)
  }

  /// The names that the description of a class would refer to although some branches lack them.
  var incompleteNames: [TokenSyntax] {
    let complete = completeNames
    return members.flatMap(\.describedNames).filter { !complete.contains(Name($0).text) }
  }

  /// The names in the description of a class that each branch declares.
  fileprivate var completeNames: Set<String> {
    guard clauses.last?.poundKeyword.tokenKind == .poundElse else { return [] }
    let branches = clauses.map { clause in
      clause.elements?.as(MemberBlockItemListSyntax.self)?.completeNames ?? []
    }
    return branches.dropFirst().reduce(branches.first ?? []) { $0.intersection($1) }
  }
}

extension MemberBlockItemListSyntax {
  /// The names in the description of a class that are declared whatever the conditions are.
  fileprivate var completeNames: Set<String> {
    reduce(into: []) { names, member in
      if let condition = member.decl.as(IfConfigDeclSyntax.self) {
        names.formUnion(condition.completeNames)
      } else {
        names.formUnion(member.decl.describedNames.map { Name($0).text })
      }
    }
  }
}

extension DeclSyntax {
  /// The names of what the description of a class refers to: hooks, rules, indices and the store.
  /// Without an override, it refers to the inherited hook.
  fileprivate var describedNames: [TokenSyntax] {
    if let function = self.as(FunctionDeclSyntax.self) {
      return HookName(function) == nil || function.isOverride ? [] : [function.name]
    }
    guard let variable = self.as(VariableDeclSyntax.self), variable.isStatic else { return [] }
    let described = [Generated.indices, Generated.rules, Generated.ownStore]
    return variable.names.filter { described.contains(Name($0).text) }
  }
}

extension FunctionDeclSyntax {
  var isOverride: Bool { modifiers.contains { $0.name.tokenKind == .keyword(.override) } }

  /// Whether this is an instance method without parameters, which no property can share its name
  /// with.
  fileprivate var takesNothing: Bool {
    signature.parameterClause.parameters.isEmpty && !modifiers.contains(where: \.isStatic)
  }
}

extension DeclSyntax {
  /// The name of the type that this declares, if it declares one.
  var typeName: TokenSyntax? {
    switch kind {
    case .structDecl, .classDecl, .enumDecl, .actorDecl, .protocolDecl, .typeAliasDecl:
      asProtocol((any NamedDeclSyntax).self)?.name
    default: nil
    }
  }
}
