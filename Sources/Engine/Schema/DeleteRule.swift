/// What happens to an object when one that it refers to is deleted: `@Column(onDelete: .cascade)`.
public enum DeleteRule: String, Sendable, CaseIterable {
  /// The reference becomes nil; in a collection of objects the element goes out. The rule of optional
  /// references and of collections that declare none.
  case nullify
  /// The deletion is refused while the reference is there. The rule of required references that
  /// declare none.
  case restrict
  /// This object is deleted, too. Not for collections.
  case cascade
}

/// What is declared of a reference, beside what it points at.
package struct ReferenceRule: Sendable, Equatable {
  package var onDelete: DeleteRule
  /// Whether what it refers to is deleted together with the object that refers.
  package var deletesTargets: Bool

  /// Describes a rule.
  package init(onDelete: DeleteRule, deletesTargets: Bool) {
    self.onDelete = onDelete
    self.deletesTargets = deletesTargets
  }

  /// What a foreign key does for a reference in the class's own table.
  package var action: ForeignKey.Action {
    switch onDelete {
    case .nullify: .setNull
    case .restrict: .restrict
    case .cascade: .cascade
    }
  }

  /// What a foreign key does for an element, whose row goes away with its object.
  package var elementAction: ForeignKey.Action { onDelete == .restrict ? .restrict : .cascade }
}
