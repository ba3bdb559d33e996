/// A relation of a package to others, as in a `Depends` field: `libc6 (>= 2.34) | libc5`.
///
/// Its text is canonical: texts in Debian's archive stay unchanged, and other spacing, as in
/// `libc6(>=2.34)|libc5`, is corrected.
struct Relation: Hashable, Sendable {
  /// The alternatives, at least one. Any of them satisfies the relation.
  let alternatives: [Alternative]

  /// One package that satisfies a relation, perhaps only in certain versions.
  struct Alternative: Hashable, Sendable {
    let package: String
    /// The part after the colon in `python3:any`.
    var architecture: String?
    var constraint: Constraint?
  }

  /// The versions that satisfy a relation.
  struct Constraint: Hashable, Sendable {
    let comparison: Comparison
    let version: DebianVersion

    /// Whether a version satisfies the constraint, as dpkg sees it.
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

  /// The comparison of versions in a constraint; the raw value is Debian's operator.
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
