/// The rows that a transaction has deleted, by class.
struct DeletedRows {
  private var pks: [Int32: Set<Int64>] = [:]
  private let objects = Objects()

  /// Makes the set from deleted rows by table. Leaves out the rows of classes that the program does
  /// not know, since no object has them.
  init(_ tables: [String: Set<Int64>], _ directory: EntityDirectory) {
    for (table, pks) in tables {
      if let entity = directory.entity(table: table) { self.pks[entity.id] = pks }
    }
  }

  /// The objects of the rows in memory.
  private final class Objects {
    var added: [UInt] = []
    lazy var addresses = Set(added)
  }

  /// The addresses of the rows' objects in memory, once all are added. Only collections need them.
  var addresses: Set<UInt> { objects.addresses }

  /// Adds the object of a row, which has to live as long as the rows are asked for it.
  func add(_ object: AnyObject) { objects.added.append(UInt(addressOf: object)) }

  var count: Int { pks.values.reduce(0) { $0 + $1.count } }
  var isEmpty: Bool { pks.isEmpty }
  /// The classes, as ``EntityDescription/id``.
  var entityIDs: some Sequence<Int32> { pks.keys }

  func forEach(_ body: (ReferenceKey) -> Void) {
    for (entityID, pks) in pks { for pk in pks { body(ReferenceKey(pk: pk, entityID: entityID)) } }
  }

  func contains(_ pk: Int64, entityID: Int32) -> Bool { pks[entityID]?.contains(pk) == true }
}
