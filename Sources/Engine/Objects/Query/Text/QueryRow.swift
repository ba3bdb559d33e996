import PersistentObjectsCodec
import PersistentObjectsDriver
import PersistentObjectsSchema

/// The row of an object in a statement. If the class has subclasses, it is a row of one of several
/// tables, each with its own name, and the columns of all the others are NULL.
struct QueryRow {
  let variants: [Variant]
  /// The path from the statement's own object, such as `home.country`; empty for that object
  /// itself.
  let path: String
  /// Whether the row may be missing.
  let isOptional: Bool

  struct Variant {
    let plan: EntityPlan
    /// The table's name in the statement; nil if columns need none.
    let qualifier: String?

    func qualified(_ column: String) -> String { qualifier.map { "\($0).\(column)" } ?? column }

    var pk: String { qualified(ColumnName.pk) }
  }

  /// The plan of the declared class.
  var plan: EntityPlan { variants[0].plan }

  /// Returns a column of the row, whichever table it is in.
  func column(_ name: String) -> String {
    Self.coalesced(variants.map { $0.qualified(name) })
  }

  /// Returns the first of some columns that is not NULL.
  static func coalesced(_ columns: [String]) -> String {
    columns.count == 1 ? columns[0] : "coalesce(\(columns.joined(separator: ", ")))"
  }

  /// Returns the columns of the property at a position, which is the same in all subclasses.
  func columns(_ position: Int) -> [String] {
    plan.bindings[position].columns.map { column(plan.dialect.quoted($0.definition.name)) }
  }

  /// Returns the value of the property at a position.
  func operand(_ position: Int) throws -> Operand {
    let binding = plan.bindings[position]
    guard let coding = binding as? any ValueCoding, let column = binding.columns.first else {
      throw binding.notSearchable
    }
    return Operand(
      columns: columns(position).map { SQLText($0) }, coding: coding, column: column,
      parts: binding.layout == nil ? [] : binding.columns, binding: binding,
      isSearchable: binding.isSearchable, isOnOptionalPath: isOptional)
  }

  /// The primary key.
  var key: Operand {
    .number(SQLText(column(ColumnName.pk)), as: Int64.self, isOnOptionalPath: isOptional)
  }
}

extension EntityDescription {
  /// Returns the position of a property, or nil if the step names something else.
  func position(of step: ColumnPath.Step) -> Int? {
    switch step {
    case .property(let keyPath), .field(let keyPath): position(of: keyPath)
    case .named(let name): position(ofPropertyNamed: name)
    default: nil
    }
  }
}

extension EntityPlan {
  /// Returns the position of a property. Throws if the key path names something else.
  func position(of path: AnyKeyPath) throws -> Int { try position(of: .property(path)) }

  /// Returns the position of a property. Throws if the step names something else.
  func position(of step: ColumnPath.Step) throws -> Int {
    if let position = entity.position(of: step) { return position }
    switch step {
    case .property, .field:
      throw invalidQuery(
        """
        the key path does not name a stored property of \(entity.className): computed and transient \
        properties have no column; a property of a referenced object is reached by a closure, as in \
        { $0.home.city }
        """)
    case .named(let name):
      throw invalidQuery("\(entity.className) has no stored property '\(name)'")
    default: throw invalidQuery("a property is expected here")
    }
  }

  private func invalidQuery(_ message: String) -> PersistenceError {
    PersistenceError(
      .invalidQuery, message, context: entity.place)
  }

  /// Returns the columns of a property, or of a field of its value, that a key path names: their
  /// positions among those of the property. Throws if they cannot be compared in SQL.
  func searchableColumns(of keyPath: AnyKeyPath) throws -> (
    binding: PropertyBinding, columns: Range<Int>
  ) {
    if entity.position(of: keyPath) == nil, let field = entity.field(keyPath, in: bindings) {
      return (field.binding, field.columns)
    }
    let binding = try searchableBinding(position(of: keyPath))
    return (binding, binding.columns.indices)
  }

  /// Returns the binding at a position. Throws if it cannot be compared in SQL.
  func searchableBinding(_ position: Int) throws -> PropertyBinding {
    let binding = bindings[position]
    if binding.isSearchable { return binding }
    throw binding.notSearchable
  }
}
