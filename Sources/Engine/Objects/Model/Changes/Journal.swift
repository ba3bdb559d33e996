import PersistentObjectsDriver

/// The history of objects in the open transaction, oldest first, and how to undo it.
///
/// The entries are stored in chunks that do not move: a growing array would copy them, and touch
/// fresh memory, again and again. The first chunk is small, since most transactions change little.
struct Journal: ~Copyable {
  private static let firstSize = 16
  private static let chunkBits = 9
  private static let chunkSize = 1 << chunkBits

  private var chunks: [UnsafeMutablePointer<JournalEntry>] = []
  /// The number of entries for which there is room.
  private var capacity = 0
  private(set) var count = 0
  /// The memory that entries point at.
  private var records = Arena()

  deinit {
    for position in 0..<count { place(position).deinitialize(count: 1) }
    for chunk in chunks { chunk.deallocate() }
  }

  private func place(_ position: Int) -> UnsafeMutablePointer<JournalEntry> {
    if position < Self.firstSize { return chunks[0] + position }
    let rest = position - Self.firstSize
    // Shifts rather than divides, since a position is not negative.
    return chunks[1 + rest &>> Self.chunkBits] + (rest & (Self.chunkSize - 1))
  }

  mutating func append(_ entry: consuming JournalEntry) {
    if count == capacity { addChunk() }
    place(count).initialize(to: entry)
    count += 1
  }

  private mutating func addChunk() {
    let size = chunks.isEmpty ? Self.firstSize : Self.chunkSize
    chunks.append(.allocate(capacity: size))
    capacity += size
  }

  /// Adds a change, and returns the memory for its record, which the caller initializes at once.
  mutating func appendChange(
    _ type: any UndoRecord.Type, byteCount: Int, alignment: Int
  ) -> UnsafeMutableRawPointer {
    let place = records.reserve(byteCount: byteCount, alignment: alignment)
    append(.change(type, place))
    return place
  }

  subscript(position: Int) -> JournalEntry { place(position).pointee }

  /// Removes and returns the entries from a position on. The memory of records moves along only if
  /// all entries are taken.
  mutating func take(from start: Int) -> Journal {
    var taken = Journal()
    if start == 0 {
      swap(&self, &taken)
      return taken
    }
    for position in start..<count { taken.append(place(position).move()) }
    count = start
    return taken
  }

  /// Destroys the entries and the records that they point at.
  mutating func end() {
    // First, so that the `deinit` of an object released with its entry finds nothing here.
    let all = 0..<count
    count = 0
    for position in all {
      let entry = place(position).move()
      if case .change(let type, let address) = entry { type.discard(at: address) }
    }
  }
}

extension Journal {
  /// Returns the stored objects that were changed since a position.
  func changed(from start: Int) -> [any PersistentObject] {
    (start..<count).compactMap {
      if case .status(let object, _, _) = self[$0] { object } else { nil }
    }
  }

  /// Adds the keys of the rows of deleted objects, by table.
  func addDeletedRows(to rows: inout [String: Set<Int64>]) {
    var (entity, pks): (EntityDescription?, [Int64]) = (nil, [])
    for position in 0..<count {
      guard case .deleted(let object) = self[position] else { continue }
      if entity !== type(of: object)._entity {
        Self.add(pks, of: entity, to: &rows)
        (entity, pks) = (type(of: object)._entity, [])
      }
      pks.append(object.rowKey)
    }
    Self.add(pks, of: entity, to: &rows)
  }

  private static func add(
    _ pks: [Int64], of entity: EntityDescription?, to rows: inout [String: Set<Int64>]
  ) {
    guard let entity else { return }
    rows[entity.table, default: Set(minimumCapacity: pks.count)].formUnion(pks)
  }

  /// The keys of the rows of saved changes, by table.
  var updatedRows: [String: Set<Int64>] {
    var rows: [String: Set<Int64>] = [:]
    for position in 0..<count {
      guard case .updated(let objects) = self[position] else { continue }
      for entry in objects {
        rows[type(of: entry.object)._entity.table, default: []].insert(entry.object.rowKey)
      }
    }
    return rows
  }
}

/// An event that happened to objects inside a transaction, and how to undo it.
enum JournalEntry {
  /// A property changed; the record is in the journal's own memory.
  case change(any UndoRecord.Type, UnsafeMutableRawPointer)
  /// A property is about to be read or reverted.
  case value(() -> Void)
  /// The status of an object before it was changed.
  case status(any PersistentObject, changed: UInt64, level: UInt32)
  /// The extras that a changed object had; precedes its status. This is a separate entry, since it
  /// is rare and would make all others larger.
  case extras(any PersistentObject, ChangeExtras)
  /// A new object was given to the session.
  case given(any PersistentObject)
  /// A new object was withdrawn from the session.
  case withdrawn(any PersistentObject, EntityContext)
  /// New objects were inserted, namely those that are no longer new.
  case inserted([any PersistentObject])
  /// Changed objects were saved.
  case updated(ArraySlice<ChangedObject>)
  /// An object was deleted. It keeps its context until the deletion is committed.
  case deleted(any PersistentObject)
}

/// A changed object, and its status before it was saved.
struct ChangedObject {
  let object: any PersistentObject
  /// The changed properties, recorded when the object is written.
  var changed: UInt64 = 0
  var level: UInt32 = 0
}
