/// The relations other than `Depends` and `Provides`. They are never searched, so they share one
/// column.
///
/// The type is `Codable` and has no codec, so its values are stored as keyed archives, compressed
/// if that makes them clearly smaller.
struct OtherRelations: Codable, Hashable, Sendable {
  var preDepends: [String]?
  var recommends: [String]?
  var suggests: [String]?
  var enhances: [String]?
  var breaks: [String]?
  var conflicts: [String]?
  var replaces: [String]?

  /// The number of relations.
  var count: Int { kinds.reduce(0) { $0 + $1.relations.count } }

  /// The relations that exist, by kind.
  var kinds: [(name: String, relations: [String])] {
    let all = [
      ("Pre-Depends", preDepends), ("Recommends", recommends), ("Suggests", suggests),
      ("Enhances", enhances), ("Breaks", breaks), ("Conflicts", conflicts),
      ("Replaces", replaces),
    ]
    return all.compactMap { name, relations in relations.map { (name, $0) } }
  }
}
