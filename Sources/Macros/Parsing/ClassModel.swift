/// A persistent class as the generators see it.
struct ClassModel {
  let name: Name
  /// The name with those of the types around it, such as `Shop.Order`, which distinguishes it from
  /// others.
  let qualifiedName: String
  /// The class's own access level. It is `internal` for narrower levels too, since nothing inside a
  /// type is wider than the type.
  let access: AccessLevel
  let isFinal: Bool
  /// Whether the class has no table, and no objects except those of its subclasses.
  let isAbstract: Bool
  /// The persistent superclass as the source spells it, or nil for the root of a hierarchy.
  let superclass: String?
  /// Whether the class has an inheritance clause, which may name a class that is not persistent.
  let inheritsSomething: Bool
  /// The line at which errors in calling the initializer of such a class are reported.
  var superInitLine: SourceLine?
  let table: StoredName
  let renamedFrom: [String]
  /// The class's own persistent properties in their order of declaration.
  var properties: [PropertyModel]
  /// The members that the class declares itself, which are not generated.
  let declared: DeclaredMembers
  /// Whether the class has errors. If so, members are generated so that the user sees no other
  /// errors, but with bodies that do nothing.
  var isBroken = false
  /// Whether the class cannot be persistent at all, and only gets an initializer, so that the user
  /// sees no error about a missing one.
  var isRefused = false

  /// The modifiers of a member that is as visible as its class.
  var memberPrefix: String { min(access, .public).prefix }

  /// The modifiers of a member that subclasses override.
  var overridablePrefix: String {
    access.prefix + (superclass == nil ? "" : "override ")
  }

  /// Whether the class is a subclass whose persistent properties are all inherited. Then everything
  /// generated for properties is inherited too, and Swift lets the class inherit the initializers.
  var addsNothing: Bool { superclass != nil && !declared.properties }

  /// The properties that are sound.
  var soundProperties: [PropertyModel] { properties.filter(\.isSound) }

  /// The keyword of a type member that subclasses override.
  var overridableStatic: String { isFinal ? "static" : "class" }
}

/// The members of a class that decide what is generated for it.
struct DeclaredMembers {
  /// Whether there are persistent properties, sound or not.
  var properties = false
  var designatedInit = false
  /// Whether an initializer calls an initializer of the superclass, so that there certainly is one.
  var superInit = false
  /// Whether the superclass's initializer without arguments can throw.
  var superInitThrows = false
  var deinitializer = false
  var indices = false
  var rules = false
  /// The hooks in the order of declaration.
  var hooks: [DeclaredHook] = []
  /// Whether there is a type `Snapshot`: in the class, or outside as the type of the class's own
  /// `snapshot`, where a generated one would hide it.
  var snapshotType = false
  /// The names of instance members that no generated property can have: those of other variables
  /// and of functions without parameters.
  var taken: Set<String> = []
  /// The names of type members.
  var statics: Set<String> = []
  var store: OwnStore?

  /// The ways in which a class declares its store.
  enum OwnStore { case plain, throwing }
}
