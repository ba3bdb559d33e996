import Synchronization

/// A record of whether sessions have been short lately, for each place in the program that calls
/// them.
///
/// A place counts as short after 32 short sessions. After a long one it does not, until another 16
/// to 32 have been short. A place whose sessions may wait for a connection never does: how long
/// that takes depends on others. Two places may share an entry by chance; the one with longer
/// sessions then counts.
struct CallHistory: ~Copyable, Sendable {
  private let scores = InlineArray<256, Atomic<Int>> { _ in Atomic(0) }

  private static let threshold = 32
  private static let highest = 64
  private static let penalty = 48
  /// The score of a place whose sessions may wait.
  private static let excluded = -1

  /// Returns whether sessions from a place have been short lately.
  func isShort(_ place: CallPlace) -> Bool {
    scores[index(place)].load(ordering: .relaxed) >= Self.threshold
  }

  /// Makes a place count as long from now on.
  func exclude(_ place: CallPlace) {
    let index = index(place)
    if scores[index].load(ordering: .relaxed) == Self.excluded { return }
    scores[index].store(Self.excluded, ordering: .relaxed)
  }

  /// Adds a session. A concurrent update by another thread may be lost.
  func add(_ place: CallPlace, isShort: Bool) {
    let index = index(place)
    let score = scores[index].load(ordering: .relaxed)
    if score == Self.excluded { return }
    let next = isShort ? min(score + 1, Self.highest) : max(score - Self.penalty, 0)
    // Test first: writing would take the cache line from other processors.
    if next != score { scores[index].store(next, ordering: .relaxed) }
  }

  private func index(_ place: CallPlace) -> Int {
    Int(truncatingIfNeeded: (place.number &* 0x9E37_79B9_7F4A_7C15) >> 56)
  }
}
