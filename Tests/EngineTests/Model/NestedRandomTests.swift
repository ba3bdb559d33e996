import Foundation
import PersistentObjects
import TestSupport
import Testing

/// Random changes of nested collections, compared with the last saved ones.
@Suite struct NestedRandomTests {
  @Test(arguments: RandomNumbers.seeds)
  func whatWasSavedIsWhatIsRead(seed: UInt64) throws {
    try TemporaryStore.run { store, session in
      var random = RandomNumbers(seed: seed)
      let shapes = Shapes()
      try session.save(shapes)
      let saved = Shapes()
      for step in 0..<120 {
        let note = "seed \(seed), step \(step)"
        shapes.change(&random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0: try session.cancelledTransaction { try changeAndSave(shapes, &random) }
        case 1: try session.revert(shapes)
        case 2:
          try session.transaction {
            try session.save(shapes)
            try session.cancelledTransaction { try changeAndSave(shapes, &random) }
          }
          saved.take(shapes)
        case 3: try replace(shapes, saved, session, &random)
        default:
          try session.save(shapes)
          saved.take(shapes)
        }
        if shapes.state == .clean { shapes.expectEqual(saved, note) }
        let other = Session(store: store.store)
        let found = try #require(try other.find(Shapes.self, pk: 1))
        found.expectEqual(saved, note)
        #expect(try store.rows(TestedDatabase.current.danglingRows) == [], "\(note)")
      }
    }
  }

  private func changeAndSave(_ shapes: Shapes, _ random: inout RandomNumbers) throws {
    shapes.change(&random)
    try shapes.save()
    shapes.change(&random)
  }

  /// Replaces collections that were not read.
  private func replace(
    _ shapes: Shapes, _ saved: Shapes, _ session: Session, _ random: inout RandomNumbers
  ) throws {
    try session.revert(shapes)
    let other = Shapes()
    other.take(saved)
    other.change(&random)
    shapes.take(other)
    try session.save(shapes)
    saved.take(shapes)
  }
}

extension Shapes {
  fileprivate func take(_ other: Shapes) {
    lists = other.lists
    groups = other.groups
    rooms = other.rooms
    maybe = other.maybe
    tables = other.tables
    paths = other.paths
    families = other.families
    texts = other.texts
    bytes = other.bytes
    byNumber = other.byNumber
  }

  /// Changes a few of the properties.
  fileprivate func change(_ random: inout RandomNumbers) {
    for _ in 0..<Int.random(in: 1...3, using: &random) { changeOne(&random) }
  }

  private func changeOne(_ random: inout RandomNumbers) {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: random.change(&lists, key: { $0.text() }) { $0.change(&$1) { $0.number() } }
    case 1: random.change(&groups) { $0.change(&$1) { $0.text() } }
    case 2: random.change(&rooms) { $0.change(&$1) { $0.change(&$1) { $0.number() } } }
    case 3: changeMaybe(&random)
    case 4:
      random.change(&tables, key: { $0.text() }) {
        $0.change(&$1, key: { $0.text() }) { random, value in value = Double(random.number()) }
      }
    case 5: random.change(&paths) { random in random.texts() }
    case 6: random.change(&families) { random in Set(random.texts().map(\.utf8.count)) }
    case 7: random.change(&texts) { $0.change(&$1) { $0.flip() ? nil : $0.text() } }
    case 8: random.change(&bytes) { $0.change(&$1) { UInt8($0.number()) } }
    default:
      random.change(&byNumber, key: { $0.number() }) { $0.change(&$1) { $0.texts() } }
    }
  }

  private func changeMaybe(_ random: inout RandomNumbers) {
    var value = random.flip() ? maybe ?? [] : []
    random.change(&value) { random, inner in
      var texts = inner ?? []
      random.change(&texts) { $0.text() }
      inner = random.flip() ? texts : nil
    }
    maybe = random.flip() || random.flip() ? value : nil
  }
}

/// A collection with some initial contents.
private protocol Startable { init() }

extension Array: Startable {}
extension Set: Startable {}
extension Dictionary: Startable {}
extension Double: Startable {}
extension Optional: Startable {
  fileprivate init() { self = nil }
}

extension RandomNumbers {
  fileprivate mutating func flip() -> Bool { Bool.random(using: &self) }
  fileprivate mutating func number() -> Int { Int.random(in: 0..<6, using: &self) }
  fileprivate mutating func text() -> String {
    ["", "a", "b", "cc", "ddd"].randomElement(using: &self) ?? ""
  }
  fileprivate mutating func texts() -> [String] { (0..<number() % 4).map { _ in text() } }

  /// Inserts, removes, replaces or swaps.
  fileprivate mutating func change<Element>(
    _ array: inout [Element], _ make: (inout RandomNumbers) -> Element
  ) {
    let index = array.isEmpty ? 0 : Int.random(in: 0..<array.count, using: &self)
    switch Int.random(in: 0..<6, using: &self) {
    case 0, 1: array.insert(make(&self), at: index)
    case 2: array.append(make(&self))
    case 3 where !array.isEmpty: array.remove(at: index)
    case 4 where !array.isEmpty: array[index] = make(&self)
    case 5 where !array.isEmpty: array.swapAt(index, array.count - 1)
    default: break
    }
  }

  /// Does the same to an array of collections, or changes one of them.
  fileprivate mutating func change<Element: Startable>(
    _ array: inout [Element], inner: (inout RandomNumbers, inout Element) -> Void
  ) {
    if let index = array.indices.randomElement(using: &self), flip() {
      return inner(&self, &array[index])
    }
    change(&array) { random in
      var element = Element()
      inner(&random, &element)
      return element
    }
  }

  fileprivate mutating func change<Element>(
    _ set: inout Set<Element>, _ make: (inout RandomNumbers) -> Element
  ) {
    if flip(), let first = set.randomElement(using: &self) { set.remove(first) }
    if flip() { set.insert(make(&self)) }
  }

  fileprivate mutating func change<Key, Element: Startable>(
    _ dictionary: inout [Key: Element], key: (inout RandomNumbers) -> Key,
    inner: (inout RandomNumbers, inout Element) -> Void
  ) {
    if Int.random(in: 0..<4, using: &self) == 0 {
      dictionary[key(&self)] = nil
    } else {
      inner(&self, &dictionary[key(&self), default: Element()])
    }
  }
}
