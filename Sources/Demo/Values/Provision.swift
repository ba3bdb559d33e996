import PersistentObjects

/// A name that a package provides besides its own, as in a `Provides` field:
/// `adwaita-icon-theme-full (= 43-1)`.
@Embeddable struct Provision: Hashable, Sendable {
  var name: String
  /// The part after the colon in `python3:any`.
  var architecture: String?
  /// The version that relations with a version are compared with.
  var version: DebianVersion?
}

extension Provision {
  /// Makes a provision of a relation. Throws if that has alternatives, or admits several versions.
  init(_ relation: Relation) throws {
    guard relation.alternatives.count == 1, let only = relation.alternatives.first else {
      throw MalformedText("\(relation)", isNot: "a provision", "it has alternatives")
    }
    if let comparison = only.constraint?.comparison, comparison != .same {
      throw MalformedText("\(relation)", isNot: "a provision", "'=' is expected before its version")
    }
    self.init(
      name: only.package, architecture: only.architecture, version: only.constraint?.version)
  }
}
