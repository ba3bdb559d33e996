import Foundation
import PersistentObjects
import TestSupport

/// Deals with values of several columns: in a session, and as plain values beside it.
final class Shop {
  private let path: String
  private(set) var store: Store
  private(set) var session: Session
  var numbers: ShopNumbers
  private(set) var log: [String] = []

  private(set) var objects: [Int: Deal] = [:]
  /// The values in memory, and in the file.
  private(set) var current: [Int: PlainDeal] = [:]
  private(set) var stored: [Int: PlainDeal] = [:]
  private var madeCount = 0
  private var depth = 0

  /// The error that makes a transaction fail.
  private struct Planned: Error {}

  init(path: String, seed: UInt64) throws {
    self.path = path
    store = try TestedDatabase.current.store(at: path)
    session = Session(store: store)
    numbers = ShopNumbers(seed: seed)
  }

  func run(steps: Int) throws {
    for number in 0..<steps {
      try step()
      if number.isMultiple(of: 5) { try compare() }
    }
    try save()
    try reopen()
    try compare()
    let problems = try store.blocking.checkIntegrity().problems
    try require(problems.isEmpty, "the store is not sound: \(problems)")
  }

  func close() {
    session.clear()
    store.close()
  }

  func note(_ text: String) { log.append(text) }

  func require(_ condition: Bool, _ message: @autoclosure () -> String) throws {
    if !condition { throw Divergence(message()) }
  }

  // MARK: Steps

  private func step() throws {
    switch numbers.number(below: 40) {
    case 0...2: try insert()
    case 3...6: try save()
    case 7: try revert()
    case 8: try delete()
    case 9...11: try transact()
    case 12...15: try search()
    case 16: try update()
    case 17 where depth == 0: try reopen()
    default: try change()
    }
  }

  private func insert() throws {
    if objects.count > 20 { return try delete() }
    madeCount += 1
    note("insert \(madeCount)")
    let plain = numbers.deal(madeCount)
    let deal = Deal(plain)
    try session.insert(deal)
    (objects[madeCount], current[madeCount]) = (deal, plain)
  }

  private func change() throws {
    guard let number = numbers.random.pick(objects.keys.sorted()), let deal = objects[number],
      var plain = current[number]
    else { return }
    let before = numbers
    numbers.change(&plain)
    var (sameNumbers, object) = (before, deal)
    sameNumbers.change(&object)
    note("change \(number): \(plain.difference(from: current[number] ?? plain) ?? "nothing")")
    current[number] = plain
    try compare(number)
  }

  private func save() throws {
    note("save")
    try session.save()
    stored = current
  }

  private func revert() throws {
    guard let number = numbers.random.pick(stored.keys.sorted()), let deal = objects[number] else {
      return
    }
    note("revert \(number)")
    try deal.revert()
    current[number] = stored[number]
    try compare(number)
  }

  private func delete() throws {
    guard let number = numbers.random.pick(stored.keys.sorted()), let deal = objects[number] else {
      return
    }
    note("delete \(number)")
    try session.delete(deal)
    objects[number] = nil
    current[number] = nil
    stored[number] = nil
  }

  private func transact() throws {
    let (objects, current, stored) = (objects, current, stored)
    note("transaction {")
    depth += 1
    do {
      defer { depth -= 1 }
      try session.transaction {
        for _ in 0..<numbers.number(below: 8) { try step() }
        if numbers.random.once(in: 2) { throw Planned() }
      }
      note("}")
    } catch is Planned {
      note("} fails")
      (self.objects, self.current, self.stored) = (objects, current, stored)
      try compareMemory()
    }
  }

  /// Adds a visit to the deals in a city by one statement.
  private func update() throws {
    let city = numbers.text()
    note("update deals in '\(city)'")
    let matching = stored.values.filter { $0.home.city == city || $0.parcel?.address.city == city }
    let count = try Deal.where { $0.home.city == city || $0.parcel.address.city == city }
      .update(in: session) { $0.visits += 1 }
    try require(count == matching.count, "\(count) rows were updated, not \(matching.count)")
    for number in matching.map(\.number) {
      stored[number]?.visits += 1
      current[number]?.visits += 1
    }
  }

  /// Closes the file, and finds all objects again.
  private func reopen() throws {
    try save()
    note("reopen")
    close()
    store = try TestedDatabase.current.store(at: path)
    session = Session(store: store)
    let all = try Deal.findAll(in: session)
    objects = Dictionary(all.map { ($0.number, $0) }) { first, _ in first }
  }

  // MARK: Comparing

  private func compare() throws {
    try compareMemory()
    guard depth == 0 else { return }
    let other = Session(store: store)
    let deals = try Deal.query.order(by: \.number).find(in: other)
    try require(
      deals.map(\.number) == stored.keys.sorted(), "the file has the deals \(deals.map(\.number))")
    for deal in deals {
      let difference = stored[deal.number].flatMap { PlainDeal(deal).difference(from: $0) }
      if let difference { throw Divergence("\(deal.number) in the file: \(difference)") }
    }
    if numbers.random.once(in: 3), let deal = numbers.random.pick(deals) {
      try compareSnapshot(of: deal)
    }
  }

  /// Makes another deal from the JSON of a deal's snapshot.
  private func compareSnapshot(of deal: Deal) throws {
    let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    let json = try encoder.encode(deal.snapshot)
    let copy = try Deal(decoder.decode(Deal.Snapshot.self, from: json))
    let difference = PlainDeal(copy).difference(from: PlainDeal(deal))
    if let difference { throw Divergence("\(deal.number) from JSON: \(difference)") }
  }

  private func compareMemory() throws {
    for number in objects.keys.sorted() { try compare(number) }
  }

  private func compare(_ number: Int) throws {
    guard let deal = objects[number], let plain = current[number] else { return }
    let difference = PlainDeal(deal).difference(from: plain)
    if let difference { throw Divergence("\(number) in memory: \(difference)") }
  }
}
