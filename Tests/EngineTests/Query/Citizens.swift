import Foundation
import PersistentObjects
import TestSupport

// Classes with everything that the path of a condition can lead through.

@Persistent final class Country {
  var name: String
  var code: String?
  var regions: Set<String> = []
  @Transient var life = Lifetime()
}

@Persistent final class Town {
  var name: String
  var country: Country?
  var people: Int?
  @Transient var life = Lifetime()
}

@Persistent final class Citizen {
  var name: String
  var nick: String?
  var age: Int = 0
  var limit: Int?
  var wealth: Decimal = 0
  var home: Town?
  var birthplace: Town
  var pet: Animal?
  var friends: [Citizen] = []
  var herd: [Animal] = []
  var nickNames: [String] = []
  var notes: [String?] = []
  var aliases: [String]?
  var scores: [String: Double] = [:]
  var roles: [String: Citizen] = [:]
  var tags: Set<String> = []
  @Transient var life = Lifetime()
  static let indices: [Index<Citizen>] = [[\.name, \.age]]
}

extension RandomNumbers {
  mutating func isTrue(_ chance: Double = 0.5) -> Bool {
    Double.random(in: 0..<1, using: &self) < chance
  }

  mutating func one<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &self)]
  }

  mutating func some<Element>(_ elements: [Element], upTo count: Int = 3) -> [Element] {
    (0..<Int.random(in: 0...count, using: &self)).map { _ in one(elements) }
  }

  mutating func maybe<Element>(_ elements: [Element]) -> Element? {
    isTrue(0.35) || elements.isEmpty ? nil : one(elements)
  }
}

extension Citizen {
  static let names = ["Ann", "ann", "Bo", "B%o", "b_", "Zoë", "", "Annette"]

  /// Random people in towns, with friends and animals.
  static func samples(_ count: Int, _ numbers: inout RandomNumbers) -> [Citizen] {
    var n = numbers
    let countries = ["DE", nil, "FR"].map { code in
      Country(name: n.one(["D", "F", "x"]), code: code, regions: Set(n.some(["n", "s"])))
    }
    let towns = (0..<5).map { _ in
      Town(
        name: n.one(["Bonn", "Rome", "x"]), country: n.maybe(countries), people: n.maybe([1, 5]))
    }
    let animals: [Animal] = [
      Animal(name: "Rex"), Dog(name: "Rex", tricks: ["sit"]), Cat(name: "Tom"), Dog(name: "Ben"),
    ]
    for animal in animals { animal.mate = n.maybe(animals) }
    let citizens = (0..<count).map { _ in
      Citizen(
        name: n.one(names), nick: n.maybe(names), age: Int.random(in: 0...4, using: &n),
        limit: n.maybe([0, 2, 4]), wealth: Decimal(Int.random(in: 0...9, using: &n)) / 10,
        home: n.maybe(towns), birthplace: n.one(towns), pet: n.maybe(animals),
        herd: n.some(animals), nickNames: n.some(names), notes: n.some(["a", nil]),
        aliases: n.isTrue(0.3) ? nil : n.some(["a", "b"]),
        scores: Dictionary(
          n.some(["math", "art"]).map { ($0, n.one([1, 2.5, 4])) }, uniquingKeysWith: { $1 }),
        tags: Set(n.some(["red", "green"])))
    }
    for citizen in citizens {
      citizen.friends = n.some(citizens)
      citizen.roles = Dictionary(
        n.some(["boss", "aid"]).map { ($0, n.one(citizens)) }, uniquingKeysWith: { $1 })
    }
    numbers = n
    return citizens
  }
}
