import PersistentObjectsNames
public import PersistentObjectsSchema

/// The classes of a store, from the records of its file or from a description that a team
/// maintains. Its JSON is the output of `persist schema --json` and the input of `persist
/// generate`. Parts that a file does not record are nil.
///
/// ```json
/// {"format": 1, "classes": [
///   {"name": "Person", "table": "person", "properties": [
///     {"name": "lastName", "type": "String"},
///     {"name": "age", "type": "Int", "default": 0},
///     {"name": "boss", "type": "Person?"},
///     {"name": "tags", "type": "Set<String>"}]}]}
/// ```
public struct StoreModel: Codable, Hashable, Sendable {
  /// The version of the JSON, which is 1.
  public var format = 1
  /// The types of values that are not standard ones.
  public var types: [TypeModel]?
  /// The classes, by name.
  public var classes: [ClassModel]

  enum CodingKeys: String, CodingKey, CaseIterable {
    case format, types, classes
  }

  /// Creates a model of some classes.
  public init(classes: [ClassModel]) { self.classes = classes }

  /// Returns the class with a name, or with a table of that name. If several classes have the name,
  /// only their tables tell them apart: returns the one with a table of that name, or else the
  /// first. A class that goes by its table, since it shares its own name, comes before a class with
  /// that table's name.
  public func classModel(named name: String) -> ClassModel? {
    let named = classes.first { $0.name == name }
    let owner = classes.first { $0.table == name }
    if let named, let owner, named.table != owner.table {
      return DistinctNames(classes).table(of: name) == name ? owner : named
    }
    return named ?? owner
  }
}

/// A type of values that is not a standard one.
public struct TypeModel: Codable, Hashable, Sendable {
  /// The name in Swift.
  public var name: String
  /// The codec for whose stored form the type is generated; nil for a type declared by the program
  /// itself.
  public var codec: CodecModel?

  enum CodingKeys: String, CodingKey, CaseIterable {
    case name, codec
  }

  /// Creates a type with a name.
  public init(name: String, codec: CodecModel? = nil) {
    self.name = name
    self.codec = codec
  }
}

/// A class: its table and its own declarations.
public struct ClassModel: Codable, Hashable, Sendable {
  /// The name in Swift, including the enclosing types: `Shop.Order`.
  public var name: String
  /// The table of its objects. JSON may leave it out if it follows from the name.
  public var table: String
  /// The superclass, whose properties are not repeated here.
  public var superclass: String?
  /// Whether no class can inherit from this one; nil if that follows from the other classes.
  public var isFinal: Bool?
  /// The table's name in older files.
  public var renamedFrom: String?
  /// The lines of the class's documentation comment.
  public var documentation: String?
  /// The properties that the class adds to those of its superclass, in their order.
  public var properties: [PropertyModel]
  /// The declared indices, except those of references and unique properties.
  public var indices: [IndexModel]?
  /// The notes on decisions of the model's author.
  public var notes: [String]?

  enum CodingKeys: String, CodingKey, CaseIterable {
    case name, table, superclass, renamedFrom, documentation, properties, indices, notes
    case isFinal = "final"
  }

  /// Creates a class.
  public init(
    name: String, table: String, superclass: String? = nil, properties: [PropertyModel],
    indices: [IndexModel]? = nil
  ) {
    self.name = name
    self.table = table
    self.superclass = superclass
    self.properties = properties
    self.indices = indices
  }

  /// Decodes a class.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decode(String.self, forKey: .name)
    table =
      try container.decodeIfPresent(String.self, forKey: .table) ?? StandardNaming.name(of: name)
    superclass = try container.decodeIfPresent(String.self, forKey: .superclass)
    isFinal = try container.decodeIfPresent(Bool.self, forKey: .isFinal)
    renamedFrom = try container.decodeIfPresent(String.self, forKey: .renamedFrom)
    documentation = try container.decodeIfPresent(String.self, forKey: .documentation)
    properties = try container.decodeIfPresent([PropertyModel].self, forKey: .properties) ?? []
    indices = try container.decodeIfPresent([IndexModel].self, forKey: .indices)
    notes = try container.decodeIfPresent([String].self, forKey: .notes)
  }
}

/// A property of a class.
public struct PropertyModel: Codable, Hashable, Sendable {
  /// The name in Swift.
  public var name: String
  /// The type in Swift, such as `Int?`, `[String: Double]`, `Person` or `Set<[Int]>`. Values of an
  /// unknown codec have the type `StoredValue`.
  public var type: SwiftType
  /// The column, or the suffix that a child table's name adds to that of the class's table; nil if
  /// it follows from the property's name.
  public var column: String?
  /// The lines of the property's documentation comment.
  public var documentation: String?
  /// The value that older rows get, in its stored form.
  public var defaultValue: ModelLiteral?
  /// The codec of the property or of a collection's elements, unless it follows from the type.
  public var codec: CodecModel?
  /// The codec of a dictionary's keys, unless it follows from the type.
  public var keyCodec: CodecModel?
  /// The codecs of the keys of the dictionaries inside that dictionary, from the outside in, each
  /// nil if it follows from the type. If this is nil, these keys are stored like the outer ones.
  public var innerKeyCodecs: [CodecModel?]?
  /// The delete rule of a reference, unless it is the default of the type.
  public var onDelete: DeleteRule?
  /// Whether the targets of a reference are deleted with the object.
  public var deletesTargets: Bool?
  /// Whether no two objects may have the same value.
  public var isUnique: Bool?
  /// The role of a property that the engine sets.
  public var role: RoleModel?
  /// The reference or collection of the other class whose inverse this property is. An inverse has
  /// no column.
  public var inverse: String?
  /// The column's name in older files.
  public var renamedFrom: String?
  /// The notes on decisions of the model's author.
  public var notes: [String]?

  enum CodingKeys: String, CodingKey, CaseIterable {
    case name, type, column, documentation, codec, keyCodec, innerKeyCodecs, onDelete
    case deletesTargets, role, inverse, renamedFrom, notes
    case defaultValue = "default"
    case isUnique = "unique"
  }

  /// Creates a property.
  public init(name: String, type: SwiftType) {
    self.name = name
    self.type = type
  }
}

extension PropertyModel {
  /// Sets the codecs of the keys of all dictionaries in the type, from the outside in, each nil if
  /// it follows from the type.
  mutating func setKeyCodecs(_ codecs: [CodecModel?]) {
    keyCodec = codecs.first ?? nil
    let inner = Array(codecs.dropFirst())
    innerKeyCodecs = inner.allSatisfy { $0 == keyCodec } ? nil : inner
  }

  /// Returns the codec of the keys of a dictionary inside some others; nil if it follows from the
  /// type.
  package func codecOfKeys(inside others: Int) -> CodecModel? {
    guard others > 0, let innerKeyCodecs else { return keyCodec }
    return innerKeyCodecs.indices.contains(others - 1) ? innerKeyCodecs[others - 1] : nil
  }
}

/// The role of a property that the engine sets.
public enum RoleModel: String, Codable, CaseIterable, Hashable, Sendable {
  /// The version, which counts the saves.
  case version
  /// The time of the first save.
  case createdAt
  /// The time of the last save.
  case updatedAt

  /// Decodes a role.
  public init(from decoder: any Decoder) throws { self = try decoder.word() }
}

/// A rule is its name in a model.
extension DeleteRule: Codable {
  /// Decodes a rule.
  public init(from decoder: any Decoder) throws { self = try decoder.word() }
}

/// A codec as recorded in the file.
public struct CodecModel: Codable, Hashable, Sendable {
  /// The codec's name.
  public var name: String
  /// The version that is written now.
  public var version: Int
  /// The oldest version that rows may still have; nil if it is the same version.
  public var oldestVersion: Int?
  /// The storage class of the column: `integer`, `real`, `text`, `blob` or `any`.
  public var storage: String
  /// The codec's type in the program, whose initializer needs no arguments: `HexColor`.
  public var type: String?

  enum CodingKeys: String, CodingKey, CaseIterable {
    case name, version, oldestVersion, storage, type
  }

  /// Creates a codec.
  public init(
    name: String, version: Int = 1, oldestVersion: Int? = nil, storage: String = "any",
    type: String? = nil
  ) {
    self.name = name
    self.version = version
    self.oldestVersion = oldestVersion
    self.storage = storage
    self.type = type
  }

  /// Decodes a codec.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decode(String.self, forKey: .name)
    version = try container.decodeIfPresent(Int.self, forKey: .version) ?? 1
    oldestVersion = try container.decodeIfPresent(Int.self, forKey: .oldestVersion)
    storage =
      try container.decodeIfPresent(String.self, forKey: .storage)
      ?? StandardCodec.named(name)?.storage.recordedName ?? "any"
    type = try container.decodeIfPresent(String.self, forKey: .type)
  }
}

/// An index that a class declares.
public struct IndexModel: Codable, Hashable, Sendable {
  /// The columns in their order, each followed by ` DESC` if the greatest values come first.
  public var columns: [String]
  /// Whether no two rows may have the same values.
  public var isUnique: Bool?
  /// The condition on the index's rows, as SQL.
  public var condition: String?

  enum CodingKeys: String, CodingKey, CaseIterable {
    case columns, condition
    case isUnique = "unique"
  }

  /// Creates an index.
  public init(columns: [String], isUnique: Bool? = nil, condition: String? = nil) {
    self.columns = columns
    self.isUnique = isUnique
    self.condition = condition
  }
}
