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
///
/// A value with fields is stored in several columns, and so is an enum one of whose cases has
/// values. Without a codec, `@Embeddable` makes the type storable.
///
/// ```json
/// {"name": "Address", "fields": [
///   {"name": "street", "type": "String"}, {"name": "zip", "type": "String?"}]}
/// {"name": "Payment", "cases": [
///   {"name": "cash"}, {"name": "card", "fields": [{"name": "number", "type": "String"}]}]}
/// ```
public struct TypeModel: Codable, Hashable, Sendable {
  /// The name in Swift, or that of a case.
  public var name: String
  /// The codec for whose stored form the type is generated; nil for a type declared by the program
  /// itself, and for one that is embeddable.
  public var codec: CodecModel?
  /// The fields of a value in several columns, or the values of a case, in their order; nil if
  /// there are none. The only value of a case that has no label is called `_0`.
  public var fields: [PropertyModel]?
  /// The cases of an enum; nil for any other type.
  public var cases: [TypeModel]?
  /// The name under which a case is stored, unless it is that of the case.
  public var column: String?

  enum CodingKeys: String, CodingKey, CaseIterable {
    case name, codec, fields, cases, column
  }

  /// Creates a type with a name.
  public init(name: String, codec: CodecModel? = nil) {
    self.name = name
    self.codec = codec
  }
}

/// A class: its table and its own declarations.
///
/// ```json
/// {"name": "Person", "table": "person", "properties": [{"name": "lastName", "type": "String"}]}
/// ```
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
///
/// ```json
/// {"name": "lastName", "type": "String", "column": "surname", "indexed": true}
/// ```
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
  /// Whether classes keep an index of the property or of the field.
  public var isIndexed: Bool?
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
    case isIndexed = "indexed"
  }

  /// Creates a property.
  public init(name: String, type: SwiftType) {
    self.name = name
    self.type = type
  }
}

extension StoreModel {
  /// Returns the type of values in several columns with a name; nil if there is none.
  package func composite(named name: String) -> TypeModel? {
    types?.first { $0.name == name && $0.isComposite }
  }

  /// Returns the types that a type and some others are made of.
  package func types(namedBy names: some Sequence<String>) -> [TypeModel]? {
    var (found, pending): (Set<String>, [String]) = ([], Array(names))
    while let name = pending.popLast() {
      guard let type = types?.first(where: { $0.name == name }), found.insert(name).inserted else {
        continue
      }
      pending += type.allFields.flatMap(\.type.names)
    }
    let named = (types ?? []).filter { found.contains($0.name) }
    return named.isEmpty ? nil : named
  }
}

extension TypeModel {
  /// Whether values are stored in columns that the type describes.
  package var isComposite: Bool { fields != nil || cases != nil }

  /// The fields, or the values of all cases.
  package var allFields: [PropertyModel] {
    (fields ?? []) + (cases ?? []).flatMap { $0.fields ?? [] }
  }

  /// The name under which a case is stored.
  package var storedName: String { column ?? name }

  /// Whether the only value of a case has no label, so that it is a field of the enum itself.
  package var hasOnlyValue: Bool {
    fields?.count == 1 && fields?.first?.name == CompositeReading.onlyValue
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
///
/// ```json
/// {"name": "version", "type": "Int", "role": "version"}
/// ```
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
///
/// ```json
/// {"name": "hex-color", "version": 2, "oldestVersion": 1, "storage": "text"}
/// ```
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
///
/// ```json
/// {"columns": ["lastName", "age DESC"], "unique": true, "condition": "age > 17"}
/// ```
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
