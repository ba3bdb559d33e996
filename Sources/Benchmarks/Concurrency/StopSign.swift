import Synchronization

/// A sign that tells readers and writers to stop.
final class StopSign: Sendable {
  private let isUp = Atomic(false)

  var isSet: Bool { isUp.load(ordering: .relaxed) }
  func set() { isUp.store(true, ordering: .relaxed) }
}
