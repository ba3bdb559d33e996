import PersistentObjectsCodec
import PersistentObjectsDriver
import PersistentObjectsSchema

/// The stored form of a reference: the primary key of the target, and the target's table if there
/// may be several.
struct ReferenceColumns: Sendable {
  /// The class of targets, or a superclass of it; nil for any class that the store knows.
  private let target: EntityDescription?
  let directory: EntityDirectory
  private let character: DatabaseCharacter

  /// Makes the columns of references to a class, or to any class if `target` is nil.
  init(to target: EntityDescription?, _ context: BindingContext) {
    self.target = target
    directory = context.directory
    character = context.dialect.character
  }

  /// The class of a key that has no class beside it; nil if each key has one.
  private var implied: EntityDescription? { target?.isAbstract == true ? nil : target }

  /// Whether targets may be in several tables. A class that cannot have subclasses has all its
  /// objects in one table, to which a foreign key can refer.
  private var isPolymorphic: Bool { target?.isFinal != true }

  /// Returns the columns of a reference in the class's own table.
  func columns(of property: PropertyDescription, isRequired: Bool) -> [RequiredColumn] {
    let rule = property.declaration.rule(standard: isRequired ? .restrict : .nullify)
    return columns(
      key: property.column, className: property.column + ColumnName.classSuffix,
      property: property, admitsNull: !isRequired, rule: rule, onDelete: rule.action)
  }

  /// Returns the columns of an element in a collection's table.
  func elementColumns(of property: PropertyDescription) -> [RequiredColumn] {
    let rule = property.declaration.rule(standard: .nullify)
    return columns(
      key: ColumnName.reference, className: ColumnName.referenceClass, property: property,
      admitsNull: false, rule: rule, onDelete: rule.elementAction)
  }

  private func columns(
    key: String, className: String, property: PropertyDescription, admitsNull: Bool,
    rule: ReferenceRule, onDelete: ForeignKey.Action
  ) -> [RequiredColumn] {
    let watched = isPolymorphic || !character.mayHaveForeignKey(onDelete) ? nil : target
    let keyColumn = ColumnDefinition(
      name: key, storage: .integer,
      foreignKey: watched.map { ForeignKey(table: $0.table, onDelete: onDelete) })
    let classColumn = ColumnDefinition(name: className, storage: .text)
    // References to a class that was final have no class beside the key.
    let classAdmitsNull = admitsNull || implied != nil
    return (isPolymorphic ? [keyColumn, classColumn] : [keyColumn]).map { definition in
      var column = RequiredColumn(
        definition: definition, property: property.name,
        formerNames: formerNames(property, definition, key: key),
        codec: implied.map { .reference(to: $0.table) } ?? .referenceToAny, canRead: { $0 == 1 },
        admitsNull: definition.name == key ? admitsNull : classAdmitsNull,
        reference: definition.name == key ? rule : nil,
        formerCodecs: target?.renamedFrom.map { .reference(to: $0) } ?? [])
      if definition.name != key { column.impliedClass = implied.map { (key, $0.table) } }
      return column
    }
  }

  private func formerNames(
    _ property: PropertyDescription, _ definition: ColumnDefinition, key: String
  ) -> [String] {
    guard key == property.column else { return [] }
    return property.renamedFrom.map {
      definition.name == key ? $0 : $0 + ColumnName.classSuffix
    }
  }

  /// Writes a reference.
  func encode(_ object: some PersistentObject, into cells: RowBatch, at index: Int) throws {
    cells.set(try key(of: object), at: index)
    if isPolymorphic { cells.set(.text(type(of: object)._entity.table), at: index + 1) }
  }

  /// Writes the reference of a fault.
  func encode(key: Int64, entityID: Int32, into cells: RowBatch, at index: Int) {
    cells.set(key, at: index)
    if isPolymorphic, let entity = directory.entity(id: entityID) ?? target {
      cells.set(.text(entity.table), at: index + 1)
    }
  }

  func encodeNull(into cells: RowBatch, at index: Int) {
    cells.setNull(at: index)
    if isPolymorphic { cells.setNull(at: index + 1) }
  }

  private func key(of object: some PersistentObject) throws -> Int64 {
    switch object._object.phase {
    case .stored: return object._object.pk
    case .new where object._object.isVisited: return object._object.pk
    case .new:
      throw PersistenceError(
        .wrongSession, "the value refers to a new \(object.shortDescription); save that first")
    case .deleted:
      throw PersistenceError(
        .objectDeleted,
        "the value refers to a deleted object of \(type(of: object)._entity.className)")
    case .detached:
      throw PersistenceError(
        .wrongSession,
        "the value refers to \(object.shortDescription), whose session has ended; find it again")
    }
  }

  /// Reads a reference as key and class; nil for NULL.
  func decode(from row: Row, at index: Int) throws -> (key: Int64, entityID: Int32)? {
    let column = ColumnReader(row[index])
    if column.isNull { return nil }
    let key = try column.integer()
    if let target, target.isFinal { return (key, target.id) }
    return (key, try entity(in: row, at: index + 1).id)
  }

  private func entity(in row: Row, at index: Int) throws -> EntityDescription {
    let reader = ColumnReader(row[index])
    if reader.isNull, let implied { return implied }
    let table = try reader.text()
    if let implied, table == implied.table { return implied }
    if let entity = directory.entity(table: table), target.map(entity.inherits) ?? true {
      return entity
    }
    throw unknownClass(table)
  }

  private func unknownClass(_ table: String) -> PersistenceError {
    let kind = target.map { "subclass of \($0.className)" } ?? "class"
    return PersistenceError(
      .unknownClass,
      """
      the row refers to a row of table '\(table)', which does not belong to a \(kind) that this \
      store knows; name the class in the store's `classes`
      """)
  }
}
