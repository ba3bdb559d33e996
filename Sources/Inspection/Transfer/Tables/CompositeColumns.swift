import PersistentObjects
import PersistentObjectsCodec
import PersistentObjectsDriver
import PersistentObjectsInspection

/// The columns of a type of a model whose values have several, as a program with that type would
/// create them.
struct CompositeColumns {
  private let type: TypeModel
  private let model: StoreModel
  /// Makes the error about a type that could not have columns.
  private let invalid: (String) -> PersistenceError
  /// The types around this one, which it cannot contain.
  private var enclosing: [String] = []

  /// Creates the columns of a type; nil if it is not one of values in several columns.
  init?(
    _ name: String?, _ model: StoreModel, invalid: @escaping (String) -> PersistenceError
  ) {
    guard let name, let type = model.composite(named: name) else { return nil }
    (self.type, self.model, self.invalid) = (type, model, invalid)
  }

  /// Returns the columns of a property or an element.
  ///
  /// - Parameter prefix: the part of the columns' names that stands for the value; empty for an
  ///   element.
  func columns(
    isOptional: Bool, property: String, prefix: String
  ) throws -> [RequiredColumn] {
    try leaves(isOptional: isOptional).map { $0.required(property: property, prefix: prefix) }
  }

  /// Returns the codecs that rows may have in an older version, by the path to their field.
  func olderCodecs(_ property: String) throws -> [String: CodecModel] {
    let older = try leaves(isOptional: false).filter { $0.field?.codec?.oldestVersion != nil }
    return Dictionary(
      older.map { (([property] + $0.path).joined(separator: "."), $0.field?.codec) }
        .compactMap { path, codec in codec.map { (path, $0) } }
    ) { first, _ in first }
  }

  // MARK: -

  private func leaves(isOptional: Bool) throws -> [CompositeColumn] {
    if enclosing.contains(type.name) {
      throw invalid("\(type.name) contains itself, so its columns would have no end")
    }
    let leaves =
      try type.cases.map(columns)
      ?? (type.fields ?? []).flatMap { field in
        try columns(of: field).map { $0.inside(field.name, field.columnName) }
      }
    let telling = leaves.firstIndex { !$0.admitsNull }
    let own =
      isOptional && telling == nil
      ? [CompositeColumn(codec: .valuePresence, storage: .integer, admitsNull: true)] : []
    return (own + leaves).enumerated().map { position, column in
      column.part(
        of: identifier,
        !isOptional ? .required : position == telling ?? 0 ? .telling : .optional)
    }
  }

  private var identifier: CodecIdentifier {
    type.codec.map { CodecIdentifier($0.name, version: $0.version) }
      ?? CodecIdentifier("embeddable(\(type.name))")
  }

  private func columns(of field: PropertyModel) throws -> [CompositeColumn] {
    if let inner = composite(of: field) {
      return try inner.leaves(isOptional: field.type.isOptional)
    }
    guard let codec = field.codec ?? CodecModel(of: field.type.unwrapped),
      let storage = codec.storageClass
    else {
      throw invalid(
        "\(type.name).\(field.name): no type with a standard codec is called \(field.type.unwrapped)"
      )
    }
    return [
      CompositeColumn(
        codec: CodecIdentifier(codec.name, version: codec.version), storage: storage,
        admitsNull: field.type.isOptional, field: field)
    ]
  }

  /// Returns the columns of a field's type; nil if its values have one column.
  private func composite(of field: PropertyModel) -> CompositeColumns? {
    if field.codec != nil || field.type.isCollection { return nil }
    var inner = CompositeColumns(field.type.elementName, model, invalid: invalid)
    inner?.enclosing = enclosing + [type.name]
    return inner
  }

  /// Returns the columns of an enum: the name of the case, then the values of the cases, which are
  /// NULL in others.
  private func columns(of cases: [TypeModel]) throws -> [CompositeColumn] {
    let names = cases.map(\.storedName).joined(separator: ",")
    let name = CompositeColumn(
      codec: CodecIdentifier("cases(\(names))"), storage: .text, admitsNull: false)
    return try [name] + cases.flatMap(columns(ofCase:))
  }

  /// Returns the columns of the values of a case, whose names begin with that of the case.
  private func columns(ofCase model: TypeModel) throws -> [CompositeColumn] {
    let fields = model.fields ?? []
    if model.hasOnlyValue, var only = fields.first {
      // The case tells whether there is a value, but a value in several columns may be nil, too.
      if composite(of: only) != nil { only.type = .optional(only.type.unwrapped) }
      return try columns(of: only).map { $0.inside(model.name, only.columnName).nullable }
    }
    let columns = try fields.flatMap { field in
      try self.columns(of: field).map { $0.inside(field.name, field.columnName) }
    }
    let telling = columns.firstIndex { !$0.admitsNull }
    return columns.enumerated().map { position, column in
      column.part(
        of: CodecIdentifier("embeddable(\(model.name))"),
        position == telling ? .telling : .optional
      ).inside(model.name)
    }
  }
}

/// A column of a value that has several, as seen from that value.
private struct CompositeColumn {
  let codec: CodecIdentifier
  let storage: StorageClass
  private(set) var admitsNull: Bool
  /// The field in the column; nil for a column of the value itself.
  let field: PropertyModel?
  private(set) var path: [String] = []
  private var columns: [String] = []
  private var values: [FieldColumn.Value] = []
  /// Whether rows may lack the value, and thus the field's default.
  private var isConditional = false

  init(
    codec: CodecIdentifier, storage: StorageClass, admitsNull: Bool, field: PropertyModel? = nil
  ) {
    self.codec = codec
    self.storage = storage
    self.admitsNull = admitsNull
    self.field = field
  }

  func inside(_ name: String, _ column: String? = nil) -> CompositeColumn {
    var copy = self
    copy.path.insert(name, at: 0)
    if let column { copy.columns.insert(column, at: 0) }
    return copy
  }

  func part(of codec: CodecIdentifier, _ mark: FieldColumn.Value.Mark) -> CompositeColumn {
    var copy = self
    copy.values.insert(.init(codec: NamedCodec(identifier: codec), mark: mark), at: 0)
    return mark == .required ? copy : copy.nullable
  }

  var nullable: CompositeColumn {
    var copy = self
    (copy.admitsNull, copy.isConditional) = (true, true)
    return copy
  }

  func name(_ prefix: String) -> String {
    let parts = ([prefix] + columns).filter { !$0.isEmpty }
    return parts.isEmpty ? ColumnName.value : parts.joined(separator: "_")
  }

  func required(property: String, prefix: String) -> RequiredColumn {
    let version = codec.version
    var column = RequiredColumn(
      definition: ColumnDefinition(
        name: name(prefix), storage: storage,
        defaultValue: isConditional ? nil : field?.defaultValue?.value),
      property: ([property] + path).joined(separator: "."), codec: codec,
      canRead: { $0 == version }, admitsNull: true)
    column.partOf = values
    return column
  }
}

/// A codec of several columns of which only the name is known.
private struct NamedCodec: CompositeCodec {
  let identifier: CodecIdentifier
  var fields: [CompositeField<Never>] { [] }

  func encode(_ value: Never, into fields: inout FieldWriter) {}
  func decode(from fields: inout FieldReader) throws -> Never {
    throw CodecError("the codec '\(identifier)' is known only by its name")
  }
}
