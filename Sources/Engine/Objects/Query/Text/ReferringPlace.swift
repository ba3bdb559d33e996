import PersistentObjectsCodec
import PersistentObjectsDriver
import PersistentObjectsSchema

/// The objects of one class that refer to an object: `FROM invoice AS invoices WHERE
/// invoices.customer = person.pk`, or through a collection `WHERE invoices.pk IN (SELECT parent_pk
/// FROM invoice_customers WHERE fk = person.pk)`.
final class ReferringPlace: CollectionPlace {
  private let source: EntityPlan
  private let position: Int
  /// Whether such objects are in several tables.
  private let isOfFamily: Bool

  init(
    _ binding: PropertyBinding, of source: EntityPlan, at position: Int, owner: QueryRow.Variant,
    isOfFamily: Bool, in scope: QueryScope
  ) {
    self.isOfFamily = isOfFamily
    self.source = source
    self.position = position
    super.init(binding, collection: nil, owner: owner, in: scope)
  }

  override var quotedTable: String { source.quotedTable }

  override var isOwned: String {
    let stored = source.bindings[position]
    guard let child = stored.childTables.first(where: \.refersToObjects) else {
      return refers(stored.columns, of: "\(name).")
    }
    return """
      \(name).\(ColumnName.pk) IN (SELECT \(ColumnName.parent) \
      FROM \(scope.dialect.quoted(child.definition.name)) WHERE \(refers(child.columns, of: "")))
      """
  }

  /// Returns the condition that a reference points to the owner.
  private func refers(_ columns: [RequiredColumn], of qualifier: String) -> String {
    let start = columns.firstIndex(where: \.isReference) ?? 0
    let names = columns[start...].map { qualifier + scope.dialect.quoted($0.definition.name) }
    let isKey = "\(names[0]) = \(owner.pk)"
    guard let column = names.dropFirst().first else { return isKey }
    let isOfTable = "\(column) = \(scope.dialect.literal(.text(owner.plan.entity.table)))"
    return columns[start].codec == .reference(to: owner.plan.entity.table)
      ? "\(isKey) AND (\(isOfTable) OR \(column) IS NULL)" : "\(isKey) AND \(isOfTable)"
  }

  override var row: QueryRow? {
    QueryRow(
      variants: [QueryRow.Variant(plan: source, qualifier: name)], path: binding.property.column,
      isOptional: false)
  }

  /// The key of the object, with its table if there are several.
  override var element: Operand {
    Operand(
      key: "\(name).\(ColumnName.pk)", of: source, namesTable: isOfFamily, isOptional: false)
  }
}

extension Operand {
  /// Creates an operand for an object by its key, with its table if the object may be in one of
  /// several.
  init(key: SQLText, of plan: EntityPlan, namesTable: Bool, isOptional: Bool) {
    let table = plan.dialect.literal(.text(plan.entity.table))
    self.init(
      columns: namesTable ? [key, SQLText(table)] : [key],
      coding: ObjectKeyCoding(plan: plan, namesTable: namesTable),
      isOnOptionalPath: isOptional)
  }

  /// Returns the operand in the form in which it is compared with another: an object of one table
  /// also gets the name of its table if the other is a reference that may point into several.
  func naming(like other: Operand) -> Operand {
    guard columns.count == 1, other.columns.count > 1, let coding = coding as? ObjectKeyCoding
    else { return self }
    return naming(tableOf: coding.plan)
  }

  /// The operand in the form in which it is compared with objects of the program: with the name of
  /// its table if these may be of a subclass, whose keys may be the same.
  var namingTable: Operand {
    guard columns.count == 1, let coding = coding as? ObjectKeyCoding, !coding.plan.entity.isFinal
    else { return self }
    return naming(tableOf: coding.plan)
  }

  private func naming(tableOf plan: EntityPlan) -> Operand {
    Operand(key: name, of: plan, namesTable: true, isOptional: isOnOptionalPath)
  }
}

/// The coding of an object that is compared with the rows of its class.
struct ObjectKeyCoding: ValueCoding {
  let plan: EntityPlan
  let namesTable: Bool

  func encodeArgument(_ object: any PersistentObject, into cells: RowBatch, at index: Int) throws {
    guard let pk = object.pk else {
      throw CodecError("\(object.shortDescription) has no primary key to compare with")
    }
    cells.set(pk, at: index)
    if namesTable { cells.set(.text(type(of: object)._entity.table), at: index + 1) }
  }

  func decodeResult(from row: Row, at index: Int) throws -> any PersistentObject {
    throw CodecError("an object is not a single value")
  }
}

extension QueryScope {
  /// Returns the tables that contain the objects of an `@Inverse` collection.
  func places(
    of inverse: Inverse, _ binding: PropertyBinding, owner: QueryRow.Variant
  ) throws -> [CollectionPlace] {
    if inverse.isSingle { throw binding.noChildTable }
    let family = try plans.family(inverse.entity)
    return try family.map { entity in
      ReferringPlace(
        binding, of: try plans.plan(entity), at: inverse.position, owner: owner,
        isOfFamily: family.count > 1, in: self)
    }
  }
}
