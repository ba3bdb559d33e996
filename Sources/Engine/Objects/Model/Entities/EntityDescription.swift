import PersistentObjectsConnections
import PersistentObjectsSchema
public import Synchronization

/// A persistent class from the engine's point of view: its table and its properties, inherited ones
/// first.
///
/// ```swift
/// print(Person.entity.table, Person.entity.properties.map(\.column))
/// // person ["first_name", "last_name"]
/// ```
///
/// `@Persistent` makes one per class. It has no codecs, since each store chooses its own.
public final class EntityDescription: @unchecked Sendable {
  // `@unchecked` is safe: neither a description nor its properties change after `init`, and all
  // closures are `@Sendable`.

  /// The class's name, qualified by the types that enclose it: `Shop.Order`. Files record only the
  /// last part, and naming strategies receive only that.
  public let className: String
  /// The table's name; empty for an abstract class.
  public let table: String
  /// The table's names in earlier versions of the program, the latest first.
  public let renamedFrom: [String]
  /// The persistent class that this one inherits from.
  public let superclass: EntityDescription?
  /// Whether no other class can inherit from this one.
  public let isFinal: Bool
  /// Whether the class has no table, and no objects except those of its subclasses.
  public let isAbstract: Bool
  /// All properties; those of the superclass come first.
  public let properties: [PropertyDescription]
  /// The declared indices, those of the superclass first.
  let indices: [DeclaredIndex]
  /// The declared rules, inherited ones first.
  let rules: [DeclaredRule]
  /// The hooks of the class.
  let hooks: Hooks
  /// The properties that are set to the time of a save.
  let timestamps: [Timestamp]
  /// The positions of the properties declared as the version of an object; at most one is valid.
  let versions: [Int]
  /// The function that returns the `Store` of the class's objects; nil if neither the class nor a
  /// superclass declares one.
  package let store: StoreChoice?
  /// Whether the class or a superclass declares a store.
  package let declaresStore: Bool
  /// The number of the class, unique in this process, counted from 0.
  let id: Int32
  /// The class.
  let type: any PersistentObject.Type
  /// The fields for making objects from ``GivenValues`` instead of a row. They use no codecs.
  let givenFields: RowFields
  /// Access to the values of the class's own properties without slots.
  private let values: ClassValues?
  /// The positions in `properties`, by key path.
  private let positions: KeyPathPositions

  /// A function that returns the store of a class's objects.
  public typealias StoreChoice = @Sendable () throws -> any AnyObject & Sendable

  /// Creates the description of a class; the macro calls this. A class without a table is abstract.
  public init<Object: PersistentObject>(
    _ type: Object.Type, className: String, table: _StoredName?, renamedFrom: [String]?,
    isFinal: Bool, superclass: EntityDescription?,
    keyPaths: @autoclosure @escaping @Sendable () -> [AnyKeyPath], indices: [Index<Object>],
    store: StoreChoice? = nil, rules: [Rule<Object>] = [], hooks: [_Hook<Object>] = [],
    exchange: (@Sendable (Object, Int, _ValueExchange) -> Void)? = nil,
    properties own: [PropertyDescription]
  ) {
    self.type = type
    self.className = className
    let naming = type.naming
    isAbstract = table == nil
    self.table =
      table?.chosen {
        naming.table(forClass: SchemaCatalog.recordedName(of: className), proposed: $0)
      } ?? ""
    for property in own { property.chooseName(naming) }
    // Do not use `map`, which would wrap the function in others.
    values = if let exchange { ClassValues(exchange) } else { nil }
    if let values {
      for (position, property) in own.enumerated() { property.setStorage(at: position, of: values) }
    }
    let store = store ?? superclass?.store
    self.store = store
    declaresStore = store != nil
    self.renamedFrom = renamedFrom ?? []
    self.isFinal = isFinal
    self.superclass = superclass
    properties = (superclass?.properties ?? []) + own
    givenFields = RowFields(properties.indices.map { RowField(position: $0, width: 0) })
    let positions = KeyPathPositions(of: keyPaths)
    self.positions = positions
    // Even for an empty array, `map` and `isEmpty` look up types at run time.
    let ownRules =
      rules.count == 0
      ? []
      : rules.map { [properties] in
        DeclaredRule($0, positions: positions.all, properties: properties)
      }
    self.rules = (superclass?.rules ?? []) + ownRules
    self.hooks = Hooks(hooks, inherited: superclass?.hooks)
    timestamps = properties.enumerated().compactMap { Timestamp($1, at: $0) }
    versions = properties.enumerated().filter { $0.element.declaration.isVersion }.map(\.offset)
    let ownIndices =
      indices.count == 0
      ? []
      : indices.map { index in
        DeclaredIndex(
          members: index.members.map { member in
            (DeclaredIndex.Content(member, positions: positions.all), member.isDescending)
          },
          isUnique: index.isUnique, condition: index.condition)
      }
    self.indices = (superclass?.indices ?? []) + ownIndices
    id = Self.ids.wrappingAdd(1, ordering: .relaxed).oldValue
  }

  /// The positions of the properties that only the engine sets.
  var enginesProperties: Set<Int> { Set(timestamps.map(\.index) + versions) }

  private static let ids = Atomic<Int32>(0)

  /// One bit for each property that has an inverse or may have one. Bit 62 stands for all further
  /// properties; bit 63 means that the bits are not known yet.
  @usableFromInline let relationBits = Atomic<UInt64>(1 << 63)

  /// Returns the position of the property that a key path names, or nil if that is not a stored
  /// property. The superclass's key path may name an inherited property, which has the same
  /// position there.
  func position(of keyPath: AnyKeyPath) -> Int? {
    positions.all[keyPath] ?? superclass?.position(of: keyPath)
  }

  /// The key paths of all properties, with their positions.
  var keyPaths: [AnyKeyPath: Int] {
    positions.all.merging(superclass?.keyPaths ?? [:]) { own, _ in own }
  }

  /// Returns the position of the property with the given name.
  func position(ofPropertyNamed name: String) -> Int? {
    properties.firstIndex { $0.name == name }
  }

  /// Whether objects of this class are also objects of `other`.
  func inherits(from other: EntityDescription) -> Bool {
    self === other || superclass.map { $0.inherits(from: other) } ?? false
  }
}

/// The positions of properties by key path. They are made on first use: making key paths costs more
/// than the rest of a description, and few classes need them.
private final class KeyPathPositions {
  private let keyPaths: @Sendable () -> [AnyKeyPath]
  private let made = Guarded<[AnyKeyPath: Int]?>(nil)

  init(of keyPaths: @escaping @Sendable () -> [AnyKeyPath]) { self.keyPaths = keyPaths }

  var all: [AnyKeyPath: Int] {
    made.withLock { made in
      if let made { return made }
      let keyPaths = keyPaths()
      let positions = Dictionary(
        zip(keyPaths, keyPaths.indices), uniquingKeysWith: { first, _ in first })
      made = positions
      return positions
    }
  }
}

extension DeclaredIndex.Content {
  fileprivate init<Root>(_ member: Index<Root>.Member, positions: [AnyKeyPath: Int]) {
    if let expression = member.expression {
      self = .expression(expression)
    } else if let keyPath = member.keyPath, let position = positions[keyPath] {
      self = .property(position)
    } else {
      // A member has one of the two.
      self = .path(member.keyPath.unsafelyUnwrapped)
    }
  }
}

extension EntityDescription: CustomStringConvertible {
  /// The class, its table if it has one, and each property with its column and type.
  public var description: String {
    let lines = properties.map { "  \($0.name): \($0.valueType) → \($0.column)" }
    let head = className + (isAbstract ? ", abstract" : " → \(table)")
    return ([head] + lines).joined(separator: "\n")
  }
}
