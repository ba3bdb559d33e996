/// The former value of a collection, for comparison when it is saved.
///
/// It is kept when the collection first changes, which copies the collection. The baseline of a
/// long collection then follows the collection: it adopts what each save has written and stays in
/// the object's annex for the next change, which need not copy again.
@usableFromInline
class SlotBaseline {
  /// Whether the numbers of an array's rows, from 0, have gaps.
  @usableFromInline let isSparse: Bool
  /// The transaction level in which the collection's former value was last journaled. Undoing the
  /// level restores that value, so later changes in the level need not be journaled.
  var journaledLevel: UInt32 = 0
  /// Whether the rows may differ from the baseline, such as after a rollback has undone what it
  /// adopted. It then only tells which objects the collection had.
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

/// The baselines of one object, by property. They are in a list, since there are few.
struct Baselines {
  private var entries: [(property: Int, value: SlotBaseline)] = []

  /// The baseline of a property, unless it is outdated.
  subscript(property: Int) -> SlotBaseline? {
    get { former(property).flatMap { $0.isOutdated ? nil : $0 } }
    set {
      entries.removeAll { $0.property == property }
      if let newValue { entries.append((property, newValue)) }
    }
  }

  /// Returns the baseline of a property, even if it is outdated.
  func former(_ property: Int) -> SlotBaseline? { entries.first { $0.property == property }?.value }

  /// Marks all baselines as outdated.
  func expire() { for entry in entries { entry.value.isOutdated = true } }
}
