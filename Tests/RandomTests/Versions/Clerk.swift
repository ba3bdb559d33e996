import PersistentObjects

/// A session on its own store, and the unsaved additions in it.
final class Clerk {
  /// An addition to a tally.
  struct Addition: Equatable {
    var amount = 0
    var marks: [String] = []
    var note: String?
  }

  let name: String
  let store: Store
  let session: Session
  private(set) var tallies: [Int64: Tally] = [:]
  private(set) var pending: [Int64: Addition] = [:]
  private(set) var conflicts = 0

  init(name: String, store: Store) throws {
    self.name = name
    self.store = store
    session = Session(store: store)
    for tally in try Tally.findAll(in: session) { tallies[tally.pk ?? 0] = tally }
  }

  func add(_ addition: Addition, to pk: Int64) {
    guard let tally = tallies[pk] else { return }
    pending[pk, default: Addition()].amount += addition.amount
    pending[pk, default: Addition()].marks += addition.marks
    pending[pk, default: Addition()].note = addition.note ?? pending[pk]?.note
    apply(addition, to: tally)
  }

  private func apply(_ addition: Addition, to tally: Tally) {
    if addition.amount != 0 { tally.amount += addition.amount }
    if !addition.marks.isEmpty { tally.marks += addition.marks }
    if let note = addition.note { tally.note = note }
  }

  /// Saves everything; after a conflict, adds to the present values and tries again. Returns the
  /// additions.
  func save() throws -> [Int64: Addition] {
    while true {
      let before = tallies.mapValues(\.version)
      do {
        try session.save()
        defer { pending = [:] }
        return pending
      } catch let error as PersistenceError where error.code == .conflict {
        guard tallies.mapValues(\.version) == before else {
          throw Divergence("a failed save has left versions that it counted")
        }
        conflicts += 1
        try settle(error)
      }
    }
  }

  private func settle(_ error: PersistenceError) throws {
    guard let conflict = error.conflict, let tally = tallies[conflict.pk] else { throw error }
    if conflict.isDeleted { return try letGo(conflict.pk, tally) }
    try session.refresh(tally, keeping: \.note)
    guard var addition = pending[conflict.pk] else { return }
    // The note was kept.
    addition.note = nil
    apply(addition, to: tally)
  }

  private func letGo(_ pk: Int64, _ tally: Tally) throws {
    try session.delete(tally)
    tallies[pk] = nil
    pending[pk] = nil
  }

  /// Saves the changes, and undoes the save.
  func saveInVain() throws {
    let (before, wanted) = (tallies.mapValues(\.version), pending)
    let changes = tallies.mapValues(\.changedProperties)
    do {
      try session.transaction {
        try session.save()
        throw Cancelled()
      }
    } catch is Cancelled {
    } catch let error as PersistenceError where error.code == .conflict {}
    guard tallies.mapValues(\.version) == before, pending == wanted,
      tallies.mapValues(\.changedProperties) == changes
    else { throw Divergence("a rollback has left versions or changes") }
  }

  private struct Cancelled: Error {}

  /// Deletes a tally with all its pending additions.
  func delete(_ pk: Int64) throws {
    guard let tally = tallies[pk] else { return }
    do {
      try session.delete(tally)
    } catch let error as PersistenceError where error.code == .conflict {
      conflicts += 1
      try session.refresh(tally)
      try session.delete(tally)
    }
    tallies[pk] = nil
    pending[pk] = nil
  }

  /// Refreshes unchanged objects.
  func look() throws { _ = try Tally.findAll(in: session) }
}
