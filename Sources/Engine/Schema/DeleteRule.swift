package import PersistentObjectsDriver

/// The effect on an object when an object that it refers to is deleted: `@Column(onDelete:
/// .cascade)`.
///
/// ```swift
/// @Column(onDelete: .cascade) var author: Person
/// // author INTEGER REFERENCES person (pk) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
/// ```
public enum DeleteRule: String, Sendable, CaseIterable {
  /// The reference becomes nil, or the element is removed from the collection. The default of
  /// optional references and of collections.
  case nullify
  /// The deletion is refused as long as the reference exists. The default of required references.
  case restrict
  /// The object with the reference is deleted, too. Not available for collections.
  case cascade
}

/// The declared rules of a reference, apart from its target.
package struct ReferenceRule: Sendable, Equatable {
  package var onDelete: DeleteRule
  /// Whether the target is deleted together with the object that refers to it.
  package var deletesTargets: Bool

  /// Creates a description of a rule.
  package init(onDelete: DeleteRule, deletesTargets: Bool) {
    self.onDelete = onDelete
    self.deletesTargets = deletesTargets
  }

  /// The action of a foreign key in the class's own table.
  package var action: ForeignKey.Action {
    switch onDelete {
    case .nullify: .setNull
    case .restrict: .restrict
    case .cascade: .cascade
    }
  }

  /// The action of a foreign key of an element, whose row is deleted with its target.
  package var elementAction: ForeignKey.Action { onDelete == .restrict ? .restrict : .cascade }
}

extension DatabaseCharacter {
  /// Whether a reference may have a foreign key. A foreign key that rejects a deletion at once
  /// would depend on the order of deletions.
  package func mayHaveForeignKey(_ onDelete: ForeignKey.Action) -> Bool {
    hasForeignKeys && (defersConstraints || onDelete != .restrict)
  }
}
