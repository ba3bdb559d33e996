import PersistentObjects
import Synchronization
import TestSupport
import Testing

@Persistent final class Raffle {
  var name: String
  var number: Int = Raffle.evaluate(7)
  var seats: [Int] = [Raffle.evaluate(1), 2]

  static let evaluations = Atomic(0)

  static func evaluate(_ value: Int) -> Int {
    evaluations.wrappingAdd(1, ordering: .relaxed)
    return value
  }
}

@Suite struct DefaultValueTests {
  @Test func areEvaluatedForWhatIsMadeAndNotForWhatIsRead() throws {
    try TemporaryStore.run { store, session in
      let before = Raffle.evaluations.load(ordering: .relaxed)
      let raffle = Raffle(name: "a", seats: [3])
      #expect(raffle.number == 7 && raffle.seats == [3])
      #expect(Raffle.evaluations.load(ordering: .relaxed) == before + 1)
      #expect(Raffle(name: "b").seats == [1, 2])
      try session.save(raffle)
      let made = Raffle.evaluations.load(ordering: .relaxed)
      let other = Session(store: store.store)
      #expect(try other.find(Raffle.query).map(\.number) == [7])
      #expect(Raffle.evaluations.load(ordering: .relaxed) == made)
    }
  }
}
