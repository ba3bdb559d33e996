import Synchronization

/// State that few objects have: the batch they were fetched with, copies of long collections.
class ObjectAnnex {
  /// The objects that were fetched together with the object.
  var batch: FetchBatch? { nil }
  /// The copies of the object's long collections.
  var collections: CollectionAnnex? { nil }
}

/// The primary keys of the objects of one fetch, so that a property that one of them needs can be
/// read for all of them at once.
final class FetchBatch: ObjectAnnex {
  let pks: [Int64]

  init(pks: [Int64]) { self.pks = pks }

  override var batch: FetchBatch? { self }
}

/// Copies of the long collections of an object, by property, which wait for the next change.
final class CollectionAnnex: ObjectAnnex {
  private let fetched: FetchBatch?
  /// Lists of what properties refer to.
  var relatedLists: [Int: RelatedList] = [:]
  /// Collections as their rows are.
  var baselines = Baselines()

  init(fetched: FetchBatch?) { self.fetched = fetched }

  override var batch: FetchBatch? { fetched }
  override var collections: CollectionAnnex? { self }
}

extension _ObjectState {
  /// The annex; setting a batch forgets copies of collections.
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

  /// Keeps the list of what a property refers to for its next change.
  func keep(_ list: RelatedList, of index: Int) { collectionAnnex().relatedLists[index] = list }

  private func collectionAnnex() -> CollectionAnnex {
    if let collections = annex?.collections { return collections }
    let collections = CollectionAnnex(fetched: batch)
    annex = collections
    return collections
  }

  // MARK: Baselines

  /// Keeps the baseline of a saved collection for its next change; nil forgets the one before.
  func keep(_ baseline: SlotBaseline?, of index: Int) {
    if let baseline {
      collectionAnnex().baselines[index] = baseline
    } else {
      annex?.collections?.baselines[index] = nil
    }
  }

  /// Takes out the baseline that was kept of a collection.
  func takeBaseline(of index: Int) -> SlotBaseline? {
    guard let collections = annex?.collections else { return nil }
    defer { collections.baselines[index] = nil }
    return collections.baselines[index]
  }

  /// Forgets the baselines of collections that are not as they were saved any more.
  func forgetBaselines() { annex?.collections?.baselines = Baselines() }
}
