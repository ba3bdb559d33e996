import Synchronization

/// The state that few objects have: the batch they were fetched with, copies of collections, and
/// notes for the end of a change in place.
class ObjectAnnex {
  /// The objects that were fetched together with the object.
  var batch: FetchBatch? { nil }
  /// The copies of the object's collections, and the notes for the end of a change in place.
  var collections: CollectionAnnex? { nil }
  /// The way in which a detached object reads what is not in memory.
  var detached: DetachedReading? { nil }
}

/// The way in which the detached objects of a session read what is not in memory.
final class DetachedReading: ObjectAnnex {
  /// Reads a property into an object.
  let read: (_ object: any PersistentObject, _ index: Int) throws -> Void
  /// The first failure. The next call that throws because an object is detached has it as its
  /// cause.
  private(set) var failure: (any Error)?

  init(read: @escaping (_ object: any PersistentObject, _ index: Int) throws -> Void) {
    self.read = read
  }

  override var detached: DetachedReading? { self }

  /// Reads a property for a getter, which cannot throw: a failure is kept.
  func load(_ object: any PersistentObject, _ index: Int) {
    do { try read(object, index) } catch { failure = failure ?? error }
  }
}

/// The primary keys of the objects of one fetch. With them, a property that one of the objects
/// needs can be read for all of them at once.
///
/// Searching the objects for others that lack the property costs more the more there are. After a
/// search that has found few of them, the next ones wait until as many loads have paid for a
/// search.
final class FetchBatch: ObjectAnnex {
  /// The number of objects that may be searched for each one that was found.
  private static let searchedForEach = 64

  let pks: [Int64]
  /// The number of objects that may be searched, by property, if it is not all. Most batches need
  /// none.
  private var budgets: [Int: Int]?

  init(pks: [Int64]) { self.pks = pks }

  override var batch: FetchBatch? { self }

  /// Whether to search the objects for those that lack a property.
  func allowsSearch(for property: Int) -> Bool { budgets?[property] == nil }

  /// Notes that a property was read for a number of objects.
  func didRead(_ property: Int, of count: Int) {
    if count == 0 { return }
    let budget = (budgets?[property] ?? 0) + count * Self.searchedForEach
    if budgets == nil && budget >= pks.count { return }
    budgets = budgets ?? [:]
    budgets?[property] = budget < pks.count ? budget : nil
  }
}

/// The copies of an object's collections that are kept for the next change, and the notes for the
/// end of a change in place, by property.
final class CollectionAnnex: ObjectAnnex {
  fileprivate var fetched: FetchBatch?
  /// The lists of the objects that properties refer to.
  var relatedLists: [Int: RelatedList] = [:]
  /// The objects on the other side of properties that are being changed in place: those that enter
  /// or leave an inverse meanwhile, and those whose inverse of a collection was read.
  var missed: [Int: [any PersistentObject]] = [:]
  /// The inverses that have changed while collections on the stored side are being changed in
  /// place.
  var demands: [Int: [InverseDemand]] = [:]
  /// The collections as their rows are stored.
  var baselines = Baselines()

  init(fetched: FetchBatch?) { self.fetched = fetched }

  override var batch: FetchBatch? { fetched }
  override var collections: CollectionAnnex? { self }
}

/// An inverse, by its object and its position, with which a collection has to agree: it wants the
/// collection's object, or no longer does.
typealias InverseDemand = (other: any PersistentObject, position: Int, isWanted: Bool)

extension _ObjectState {
  /// The annex. Setting it discards the former one, with the copies of collections.
  var annex: ObjectAnnex? {
    get { annexPointer.load(ordering: .relaxed)?.takeUnretainedValue() }
    nonmutating set {
      let old = annexPointer.load(ordering: .relaxed)
      annexPointer.store(newValue.map { .passRetained($0) }, ordering: .relaxed)
      old?.release()
    }
  }

  /// The objects that were fetched together with the object.
  var batch: FetchBatch? { annex?.batch }

  /// The first failure of a detached object's session to read a property after its end.
  package var detachedFailure: (any Error)? { annex?.detached?.failure }

  /// Replaces the batch and discards the copies of collections. The end of a change in place still
  /// needs what was noted for it.
  func join(_ batch: FetchBatch) {
    if isChangedInPlace, let collections = annex?.collections {
      collections.fetched = batch
    } else {
      annex = batch
    }
  }

  /// Keeps the list of the objects that a property refers to for the property's next change.
  func keep(_ list: RelatedList, of index: Int) { collectionAnnex().relatedLists[index] = list }

  /// Notes an object on the other side of a property that is being changed in place, for the end of
  /// that change.
  func noteMissed(_ object: any PersistentObject, of index: Int) {
    collectionAnnex().missed[index, default: []].append(object)
  }

  /// Removes and returns the objects that were noted for a property.
  func takeMissed(of index: Int) -> [any PersistentObject] {
    guard let collections = annex?.collections, !collections.missed.isEmpty else { return [] }
    return collections.missed.removeValue(forKey: index) ?? []
  }

  /// Notes an inverse for the end of the change in place of a collection on the stored side.
  func note(_ demand: InverseDemand, of index: Int) {
    collectionAnnex().demands[index, default: []].append(demand)
  }

  /// Forgets the inverse that was noted last for a collection, if its change has not ended yet.
  func forgetLastDemand(of index: Int) { _ = annex?.collections?.demands[index]?.popLast() }

  /// Removes and returns the inverses that were noted for a collection.
  func takeDemands(of index: Int) -> [InverseDemand] {
    guard let collections = annex?.collections, !collections.demands.isEmpty else { return [] }
    return collections.demands.removeValue(forKey: index) ?? []
  }

  private func collectionAnnex() -> CollectionAnnex {
    if let collections = annex?.collections { return collections }
    let collections = CollectionAnnex(fetched: batch)
    annex = collections
    return collections
  }

  // MARK: Baselines

  /// Keeps the baseline of a saved collection for its next change. nil discards the former
  /// baseline.
  func keep(_ baseline: SlotBaseline?, of index: Int) {
    if let baseline {
      collectionAnnex().baselines[index] = baseline
    } else {
      annex?.collections?.baselines[index] = nil
    }
  }

  /// Removes and returns the baseline that was kept for a collection.
  func takeBaseline(of index: Int) -> SlotBaseline? {
    guard let collections = annex?.collections else { return nil }
    defer { collections.baselines[index] = nil }
    return collections.baselines[index]
  }

  /// Discards the baselines, since the collections may no longer be as they were saved.
  func forgetBaselines() { annex?.collections?.baselines = Baselines() }
}
