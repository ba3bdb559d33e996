/// All that the generators know of a persistent class.
struct ClassModel {
  let name: Name
  /// The name with those of the types around it, such as `Shop.Order`, which makes it unique.
  let qualifiedName: String
  /// The class's access level; `internal` also stands for narrower ones, since nothing inside a
  /// type is wider than the type.
  let access: AccessLevel
  let isFinal: Bool
  /// Whether the class has no table and no objects but those of its subclasses.
  let isAbstract: Bool
  /// The persistent superclass as the source spells it, or nil for the root of a hierarchy.
  let superclass: String?
  /// Whether the class names anything after its own name, which may be a class that is not
  /// persistent.
  let inheritsSomething: Bool
  /// The line at which errors in calling such a class's initializer are reported.
  var superInitLine: SourceLine?
  let table: StoredName
  let renamedFrom: String?
  /// The class's own persistent properties in their order of declaration.
  var properties: [PropertyModel]
  /// The members that the class declares itself, so that they must not be generated.
  let declared: DeclaredMembers
  /// Whether the class has errors. Then members are generated without working bodies, so that the
  /// user sees no other errors.
  var isBroken = false

  /// The modifiers of a member that is as visible as its class.
  var memberPrefix: String { min(access, .public).prefix }

  /// The modifiers of a member that subclasses override.
  var overridablePrefix: String {
    access.prefix + (superclass == nil ? "" : "override ")
  }

  /// Whether the class is a subclass whose persistent properties are all inherited. Then it also
  /// inherits what is generated for properties, and Swift lets it inherit the initializers.
  var addsNothing: Bool { superclass != nil && !declared.properties }

  /// The properties with their positions, without those that are not sound.
  var soundProperties: [(position: Int, property: PropertyModel)] {
    properties.enumerated().filter(\.element.isSound).map { ($0.offset, $0.element) }
  }

  /// The keyword of a type member that subclasses override.
  var overridableStatic: String { isFinal ? "static" : "class" }

  /// The expression for a property's index among all of its object's properties.
  func index(_ position: Int) -> String {
    "\(name.source).\(Generated.firstProperty) + \(position)"
  }
}

/// The members of a class that decide what is generated for it.
struct DeclaredMembers {
  /// Whether there are persistent properties, sound or not.
  var properties = false
  var designatedInit = false
  /// Whether an initializer calls one of the superclass, which proves that there is a superclass.
  var superInit = false
  /// Whether the one without arguments can throw.
  var superInitThrows = false
  var deinitializer = false
  var indices = false
  var rules = false
  /// The hooks in the order of declaration.
  var hooks: [DeclaredHook] = []
  var snapshot = false
  var store: OwnStore?

  /// The form in which a class declares its store.
  enum OwnStore { case plain, throwing }
}
