/// The holders of the connections that somebody has waited for too long.
struct PoolReport: Sendable {
  let isOfWriter: Bool
  /// The time that somebody has waited.
  let wait: Duration
  /// The number of connections that are open.
  let open: Int
  /// The number of those that still wait.
  let waiting: Int
  /// The work that has them, the oldest first.
  let holders: [String]

  /// A sentence or two for an error.
  var text: String {
    let what = isOfWriter ? "The writer is" : "All \(open) readers are"
    let who = holders.isEmpty ? " in use" : " held by " + shownHolders
    return "\(what)\(who); \(waiting) others wait."
  }

  private var shownHolders: String {
    let shown = holders.prefix(5).joined(separator: "; ")
    return holders.count > 5 ? "\(shown); and \(holders.count - 5) others" : shown
  }
}
