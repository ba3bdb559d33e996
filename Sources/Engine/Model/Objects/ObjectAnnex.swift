import Synchronization

/// State that few objects have: the batch they were fetched with, lists of related objects.
class ObjectAnnex {
  /// The objects that were fetched together with the object.
  var batch: FetchBatch? { nil }
  /// The lists of what the object's properties refer to.
  var relatedLists: RelatedLists? { nil }
}

/// The primary keys of the objects of one fetch, so that a property that one of them needs can be
/// read for all of them at once.
final class FetchBatch: ObjectAnnex {
  let pks: [Int64]

  init(pks: [Int64]) { self.pks = pks }

  override var batch: FetchBatch? { self }
}

/// Long lists of what the properties of an object refer to.
final class RelatedLists: ObjectAnnex {
  private let fetched: FetchBatch?
  private var lists: [Int: RelatedList] = [:]

  init(fetched: FetchBatch?) { self.fetched = fetched }

  override var batch: FetchBatch? { fetched }
  override var relatedLists: RelatedLists? { self }

  subscript(index: Int) -> RelatedList? {
    get { lists[index] }
    set { lists[index] = newValue }
  }
}

extension _ObjectState {
  /// The annex; setting a batch forgets lists.
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
  func keep(_ list: RelatedList, of index: Int) {
    let lists = annex?.relatedLists ?? RelatedLists(fetched: batch)
    lists[index] = list
    if annex !== lists { annex = lists }
  }
}
