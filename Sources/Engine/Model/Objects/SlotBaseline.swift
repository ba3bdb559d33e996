/// The former value of a collection, for comparison when it is saved.
///
/// It is kept when the collection first changes, which copies the collection once. That of a long one then
/// follows the collection: it takes over what each save has written, and waits in the object's annex for
/// the next change, which need not copy again.
@usableFromInline
class SlotBaseline {
  /// Whether an array's rows are not numbered from 0 without a gap.
  @usableFromInline let isSparse: Bool
  /// Whether nobody else has the value, as far as the engine knows, so that it can follow the collection
  /// in place. The journal of a transaction has it, too.
  var isUnshared = false
  /// Whether a rollback has undone what it took over, so that it is of no use any more.
  var isOutdated = false

  @usableFromInline
  init(isSparse: Bool) { self.isSparse = isSparse }
}

@usableFromInline
final class TypedSlotBaseline<Value>: SlotBaseline {
  @usableFromInline var value: Value

  @inlinable
  init(_ value: Value, isSparse: Bool) {
    self.value = value
    super.init(isSparse: isSparse)
  }
}

/// Baselines of one object, by property. A list, since there are few.
struct Baselines {
  private var entries: [(property: Int, value: SlotBaseline)] = []

  subscript(property: Int) -> SlotBaseline? {
    get { entries.first { $0.property == property && !$0.value.isOutdated }?.value }
    set {
      entries.removeAll { $0.property == property }
      if let newValue { entries.append((property, newValue)) }
    }
  }
}
