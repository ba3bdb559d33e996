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
struct ReferenceRule: Sendable, Equatable {
  var onDelete: DeleteRule
  /// Whether what it refers to is deleted together with the object that refers.
  var deletesTargets: Bool
}
