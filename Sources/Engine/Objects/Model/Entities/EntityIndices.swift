import PersistentObjectsCodec
package import PersistentObjectsDriver
import PersistentObjectsSchema

/// The indices of a class's own table: those of `static let indices`, those of columns that are
/// declared as indexed or unique, and one for each reference that no other unconditional index
/// begins with.
struct EntityIndices {
  let entity: EntityDescription
  let bindings: [PropertyBinding]

  /// - Parameter sql: a function that writes an expression or a condition as SQL of a dialect.
  func definitions(
    in dialect: any Dialect, sql: (IndexExpression, any Dialect) throws -> String
  ) throws -> [IndexDefinition] {
    var definitions: [IndexDefinition] = []
    var problems = CollectedProblems()
    for index in entity.indices + ofColumns {
      let definition = try problems.collect { try self.definition(index, in: dialect, sql: sql) }
      guard let definition else { continue }
      if !definitions.contains(where: { $0.signature == definition.signature }) {
        definitions.append(definition)
      }
    }
    try problems.finish()
    let covered = Set(
      definitions.filter { $0.condition == nil }.compactMap(\.columns.first)
        .filter { !$0.isExpression }.map(\.name))
    let references = bindings.flatMap(\.columns).filter(\.isReference).map(\.definition.name)
      .filter { !covered.contains($0) }
    return definitions
      + references.map { IndexDefinition(table: entity.table, columns: [IndexedColumn($0)]) }
  }

  private func definition(
    _ index: DeclaredIndex, in dialect: any Dialect,
    sql: (IndexExpression, any Dialect) throws -> String
  ) throws -> IndexDefinition {
    var definition = try definition(index) { try sql($0, dialect) }
    try require(definition, in: dialect.character)
    if definition.isComputed, let recording = dialect.recordingDialect {
      definition.recordedText = try self.definition(index) { try sql($0, recording) }.text
    }
    return definition
  }

  /// Throws if the database has no such indices.
  private func require(_ index: IndexDefinition, in character: DatabaseCharacter) throws {
    let hasCondition = index.condition != nil && !character.hasPartialIndices
    let hasExpression =
      index.columns.contains(where: \.isExpression) && !character.hasExpressionIndices
    guard hasCondition || hasExpression else { return }
    throw PersistenceError(
      .unsupported,
      """
      the database has no indices \(hasCondition ? "with a condition" : "of expressions"); declare one without it, or \
      keep what it covers in a property of its own
      """, context: entity.place)
  }

  private var ofColumns: [DeclaredIndex] {
    entity.properties.enumerated().compactMap { position, property in
      property.declaration.index.map {
        DeclaredIndex(members: [(.property(position), false)], isUnique: $0 == .unique)
      }
    } + bindings.flatMap(Self.ofFields)
  }

  /// Returns the indices that fields of a value in several columns declare.
  private static func ofFields(_ binding: PropertyBinding) -> [DeclaredIndex] {
    guard let layout = binding.layout else { return [] }
    return zip(layout.columns, binding.columns).compactMap { field, column in
      guard let declaration = field.path.last?.declaration,
        declaration.isIndexed || declaration.isUnique
      else { return nil }
      return DeclaredIndex(
        members: [(.column(column.definition.name), false)], isUnique: declaration.isUnique)
    }
  }

  private func definition(
    _ index: DeclaredIndex, sql: (IndexExpression) throws -> String
  ) throws -> IndexDefinition {
    let columns = try index.members.flatMap { content, isDescending in
      switch content {
      case .property(let position):
        try self.columns(position).map { IndexedColumn($0, isDescending: isDescending) }
      case .path(let keyPath):
        try fieldColumns(keyPath).map { IndexedColumn($0, isDescending: isDescending) }
      case .column(let name): [IndexedColumn(name, isDescending: isDescending)]
      case .expression(let expression):
        [
          IndexedColumn(
            expression: try text(of: expression, "an expression", sql: sql),
            isDescending: isDescending)
        ]
      }
    }
    return IndexDefinition(
      table: entity.table, columns: columns, isUnique: index.isUnique,
      condition: try index.condition.map { try text(of: $0, "the condition", sql: sql) })
  }

  private func text(
    of expression: IndexExpression, _ name: String, sql: (IndexExpression) throws -> String
  ) throws -> String {
    do {
      return try sql(expression)
    } catch {
      throw PersistenceError(
        .invalidModel, "\(name) of an index cannot be written: \(error)",
        context: entity.place, cause: error)
    }
  }

  /// Returns the columns of a field that a key path names.
  private func fieldColumns(_ keyPath: AnyKeyPath) throws -> [String] {
    guard let (binding, _, range) = entity.field(keyPath, in: bindings) else {
      return try columns(-1)
    }
    return binding.columns[range].map(\.definition.name)
  }

  private func columns(_ position: Int) throws -> [String] {
    guard bindings.indices.contains(position), !bindings[position].columns.isEmpty,
      bindings[position].isSearchable
    else {
      throw PersistenceError(
        .invalidModel,
        """
        an index of \(entity.className) names something without a searchable column: a computed or transient \
        property, a collection, or a value whose codec is not searchable
        """,
        context: .init(
          className: entity.className,
          property: bindings.indices.contains(position) ? bindings[position].property.name : nil,
          table: entity.table))
    }
    return bindings[position].columns.map(\.definition.name)
  }
}

extension IndexDefinition {
  /// Makes an index whose name describes what it covers.
  package init(
    table: String, columns: [IndexedColumn], isUnique: Bool = false, condition: String? = nil
  ) {
    let parts = columns.map { $0.isDescending ? "\($0.namePart)_desc" : $0.namePart }
    let name =
      [isUnique ? "unique" : "index", table] + parts + (condition == nil ? [] : ["partial"])
    self.init(
      name: name.joined(separator: "_"), columns: columns, isUnique: isUnique, condition: condition)
  }
}

extension IndexedColumn {
  /// The column's part of an index's name. For an expression it consists of the first of its
  /// letters and digits.
  fileprivate var namePart: String {
    if !isExpression { return name }
    return name.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")) }
      .joined(separator: "_").prefix(40).lowercased()
  }
}

extension EntityDescription {
  /// Returns a field that a key path names, with its property and the positions of its columns
  /// among those of the property; nil if the key path names none.
  func field(
    _ keyPath: AnyKeyPath, in bindings: [PropertyBinding]
  ) -> (binding: PropertyBinding, coding: any ValueCoding, columns: Range<Int>)? {
    for (base, position) in keyPaths {
      if let place = bindings[position].layout?.place(of: keyPath, from: base) {
        return (bindings[position], place.coding, place.columns)
      }
    }
    return nil
  }
}
