import Foundation
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

protocol Drawn {
  var number: Int { get }
}

/// A class that inherits only a protocol. Its other defaults are not parameters of its `init`.
@Persistent final class Tombola: Drawn {
  var number: Int = Tombola.evaluate(7)
  private var seed: Int = Tombola.evaluate(5)
  private var seats: [Int] = [Tombola.evaluate(1), 2]
  @Column(.createdAt) var made: Date = .init(timeIntervalSince1970: Double(Tombola.evaluate(0)))

  var secrets: [Int] { [seed] + seats }

  static let evaluations = Atomic(0)

  static func evaluate(_ value: Int) -> Int {
    evaluations.wrappingAdd(1, ordering: .relaxed)
    return value
  }
}

class Drum {
  let size: Int

  init() { size = 3 }
}

/// A class whose superclass is not persistent.
@Persistent final class Lottery: Drum {
  var number: Int = Lottery.evaluate(7)
  private var seed: Int = Lottery.evaluate(5)

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

  @Test func areEvaluatedOnceInAClassThatConformsToAProtocol() throws {
    try TemporaryStore.run { store, session in
      let before = Tombola.evaluations.load(ordering: .relaxed)
      let tombola = Tombola()
      #expect(tombola.number == 7 && tombola.secrets == [5, 1, 2])
      #expect(Tombola.evaluations.load(ordering: .relaxed) == before + 4)
      try session.save(tombola)
      let made = Tombola.evaluations.load(ordering: .relaxed)
      let other = Session(store: store.store)
      #expect(try other.find(Tombola.query).map(\.secrets) == [[5, 1, 2]])
      #expect(Tombola.evaluations.load(ordering: .relaxed) == made)
    }
  }

  @Test func areEvaluatedOnceInAClassWithAPlainSuperclass() throws {
    try TemporaryStore.run { store, session in
      let before = Lottery.evaluations.load(ordering: .relaxed)
      let lottery = Lottery()
      #expect(lottery.number == 7 && lottery.size == 3)
      #expect(Lottery.evaluations.load(ordering: .relaxed) == before + 2)
      try session.save(lottery)
      let made = Lottery.evaluations.load(ordering: .relaxed)
      let other = Session(store: store.store)
      #expect(try other.find(Lottery.query).map(\.number) == [7])
      #expect(Lottery.evaluations.load(ordering: .relaxed) == made)
    }
  }
}
