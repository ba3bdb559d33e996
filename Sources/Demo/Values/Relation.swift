/// A relation of a package to others, as in a `Depends` field: `libc6 (>= 2.34) | libc5`.
///
/// Its text is canonical: what Debian's archive writes comes back as it was, and other spacing, as in
/// `libc6(>=2.34)|libc5`, is put right.
struct Relation: Hashable, Sendable {
  /// Any one of these satisfies the relation; there is at least one.
  let alternatives: [Alternative]

  /// One package that satisfies a relation, perhaps in certain versions only.
  struct Alternative: Hashable, Sendable {
    let package: String
    /// What follows the colon in `python3:any`.
    var architecture: String?
    var constraint: Constraint?
  }

  /// The versions that will do.
  struct Constraint: Hashable, Sendable {
    let comparison: Comparison
    let version: DebianVersion

    /// Whether the version will do, as dpkg sees it.
    func admits(_ candidate: DebianVersion) -> Bool {
      let isSame = candidate.isEquivalent(to: version)
      return switch comparison {
      case .earlier: !isSame && candidate < version
      case .earlierOrSame: isSame || candidate < version
      case .same: isSame
      case .laterOrSame: isSame || candidate > version
      case .later: !isSame && candidate > version
      }
    }
  }

  /// How a constraint compares versions; the raw value is Debian's sign.
  enum Comparison: String, CaseIterable, Sendable {
    case earlier = "<<"
    case earlierOrSame = "<="
    case same = "="
    case laterOrSame = ">="
    case later = ">>"
  }
}

extension Relation: CustomStringConvertible {
  var description: String {
    alternatives.map(\.description).joined(separator: " | ")
  }
}

extension Relation.Alternative: CustomStringConvertible {
  var description: String {
    var text = package
    if let architecture { text += ":" + architecture }
    if let constraint { text += " (\(constraint))" }
    return text
  }
}

extension Relation.Constraint: CustomStringConvertible {
  var description: String { "\(comparison.rawValue) \(version)" }
}
