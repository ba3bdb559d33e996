import Synchronization

/// Remembers of the places in the program where sessions are called whether they have been short lately.
///
/// A place becomes short by 32 short sessions, and is so no more after a long one, until 16 to 48 others
/// were short. Two places may share an entry, by chance: then the longer one counts.
struct CallHistory: ~Copyable, Sendable {
  private let scores = InlineArray<256, Atomic<Int>> { _ in Atomic(0) }

  private static let threshold = 32
  private static let highest = 64
  private static let penalty = 48

  /// Whether sessions from a place have been short lately.
  func isShort(_ place: CallPlace) -> Bool {
    scores[index(place)].load(ordering: .relaxed) >= Self.threshold
  }

  /// Adds a session. What another thread adds at the same time may be lost.
  func add(_ place: CallPlace, isShort: Bool) {
    let index = index(place)
    let score = scores[index].load(ordering: .relaxed)
    let next = isShort ? min(score + 1, Self.highest) : max(score - Self.penalty, 0)
    // Test first: writing would take the memory from other processors.
    if next != score { scores[index].store(next, ordering: .relaxed) }
  }

  private func index(_ place: CallPlace) -> Int {
    Int(truncatingIfNeeded: (place.number &* 0x9E37_79B9_7F4A_7C15) >> 56)
  }
}
