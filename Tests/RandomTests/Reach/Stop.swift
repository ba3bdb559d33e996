import PersistentObjects

/// A stop of a network: some of its lines lead one way, others are known at both ends.
@Persistent final class Stop {
  var visits = 0
  var next: Stop?
  var exits: [Stop] = []
  @Inverse(\Stop.next) var entries: [Stop] = []

  init() {}

  /// The stops that it refers to; reads those that were not read yet.
  var neighbours: [Stop] { exits + entries + (next.map { [$0] } ?? []) }
}
