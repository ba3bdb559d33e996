import Synchronization

/// The state that few objects have: the batch they were fetched with, and copies of long
/// collections.
class ObjectAnnex {
  /// The objects that were fetched together with the object.
  var batch: FetchBatch? { nil }
  /// The copies of the object's long collections.
  var collections: CollectionAnnex? { nil }
}

/// The primary keys of the objects of one fetch. With them, a property that one of the objects
/// needs can be read for all of them at once.
///
/// Searching the objects for others that lack the property costs more the more there are. After a
/// search that has found few of them, the next ones wait until as many loads have paid for a search.
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

/// The copies of the long collections of an object, by property, which are kept for the next
/// change.
final class CollectionAnnex: ObjectAnnex {
  private let fetched: FetchBatch?
  /// The lists of the objects that properties refer to.
  var relatedLists: [Int: RelatedList] = [:]
  /// The objects whose references changed while inverses that they enter or leave were being changed in place.
  var missed: [Int: [any PersistentObject]] = [:]
  /// The collections as their rows are stored.
  var baselines = Baselines()

  init(fetched: FetchBatch?) { self.fetched = fetched }

  override var batch: FetchBatch? { fetched }
  override var collections: CollectionAnnex? { self }
}

extension _ObjectState {
  /// The annex. Setting a batch discards the copies of collections.
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

  /// Keeps the list of the objects that a property refers to for the property's next change.
  func keep(_ list: RelatedList, of index: Int) { collectionAnnex().relatedLists[index] = list }

  /// Notes an object that enters or leaves an inverse, for the end of the change of the inverse in place.
  func noteMissed(_ object: any PersistentObject, of index: Int) {
    collectionAnnex().missed[index, default: []].append(object)
  }

  /// Removes and returns the objects that were noted for an inverse.
  func takeMissed(of index: Int) -> [any PersistentObject] {
    guard let collections = annex?.collections, !collections.missed.isEmpty else { return [] }
    return collections.missed.removeValue(forKey: index) ?? []
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
