/// All people in memory, as a careful programmer would keep them: a dictionary of objects by key.
final class RawHeldPeople {
  private let contestant: RawContestant
  private let people: [Int64: RawPerson]

  init(path: String, _ workload: Workload) throws {
    contestant = try RawContestant(path: path)
    _ = try contestant.insert(workload)
    people = Dictionary(uniqueKeysWithValues: try contestant.fetchAll().map { ($0.pk, $0) })
  }

  func hit(_ keys: [Int64]) -> Int {
    var sum = people.count
    for key in keys { sum += people[key]?.age ?? 0 }
    return sum
  }

  func saveOneByOne(_ keys: some Sequence<Int64>) throws -> Int {
    var sum = 0
    for key in keys {
      guard let person = people[key] else { continue }
      person.age += 1
      try contestant.save(person)
      sum += person.age
    }
    return sum
  }

  func storedAges() throws -> Int {
    try contestant.fetchAll().enumerated().reduce(0) { $0 + ($1.offset + 1) * $1.element.age }
  }
}
