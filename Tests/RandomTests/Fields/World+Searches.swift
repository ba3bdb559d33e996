import Foundation
import PersistentObjects

// The searches.

extension World {
  static func makeSearches() -> [Kind: any AnySearches] {
    [
      .place: Searches<Place>(
        kind: .place,
        comparisons: [
          Searches.equal("name", \Place.name, Samples.text),
          Searches.less("visits", \Place.visits, Samples.integer(Int.self)),
          Searches.equal("twin", \Place.twin, Sample<Place>.reference(to: .place).optional),
        ], finders: [], orders: [Searches.order("name", \Place.name)]),
      .creature: Searches<Creature>(
        kind: .creature, comparisons: creatureComparisons, finders: [],
        orders: [Searches.order("weight", \Creature.weight)]),
      .dragon: Searches<Dragon>(
        kind: .dragon, comparisons: dragonComparisons, finders: [],
        orders: [Searches.order("weight", \Dragon.weight)]),
      .knight: Searches<Knight>(
        kind: .knight, comparisons: knightComparisons, finders: knightFinders,
        orders: knightOrders),
      .saddle: Searches<Saddle>(
        kind: .saddle,
        comparisons: [
          Searches.less("leather", \Saddle.leather, Samples.text),
          Searches.equal(
            "beast", \Saddle.beast, Sample<Creature>.reference(to: .creature, .dragon)),
        ], finders: [], orders: []),
    ]
  }

  private static var creatureComparisons: [(World) throws -> Search<Creature>?] {
    [
      Searches.equal("name", \Creature.name, Samples.text),
      Searches.less("weight", \Creature.weight, Samples.real),
      Searches.equal("lair", \Creature.lair, Sample<Place>.reference(to: .place).optional),
      Searches.equal(
        "mate", \Creature.mate, Sample<Creature>.reference(to: .creature, .dragon).optional),
    ]
  }

  private static var dragonComparisons: [(World) throws -> Search<Dragon>?] {
    [
      Searches.equal("name", \Dragon.name, Samples.text),
      Searches.less("weight", \Dragon.weight, Samples.real),
      Searches.equal("lair", \Dragon.lair, Sample<Place>.reference(to: .place).optional),
      Searches.equal(
        "mate", \Dragon.mate, Sample<Creature>.reference(to: .creature, .dragon).optional),
      Searches.optionalLess("fire", \Dragon.fire, Samples.integer(Int.self)),
    ]
  }

  private static var knightComparisons: [(World) throws -> Search<Knight>?] {
    [
      Searches.less("age", \Knight.age, Samples.integer(Int.self)),
      Searches.less("stars", \Knight.stars, Samples.integer(UInt64.self)),
      Searches.less("strength", \Knight.strength, Samples.real),
      Searches.less("gold", \Knight.gold, Samples.decimal),
      Searches.less("name", \Knight.name, Samples.text),
      Searches.equal("isBrave", \Knight.isBrave, .one(of: [true, false])),
      Searches.equal("element", \Knight.element, .one(of: Element.allCases)),
      Searches.equal("portrait", \Knight.portrait, Samples.data),
      Searches.equal("homepage", \Knight.homepage, Samples.url.optional),
      Searches.equal("number", \Knight.number, Samples.uuid.optional),
      Searches.equal("motto", \Knight.motto, Samples.text.optional),
      Searches.optionalLess("motto", \Knight.motto, Samples.text),
      Searches.optionalLess("birth", \Knight.birth, Samples.date),
      Searches.optionalLess("wins", \Knight.wins, Samples.integer(Int.self)),
      Searches.equal("home", \Knight.home, .reference(to: .place)),
      Searches.equal("birthplace", \Knight.birthplace, Sample.reference(to: .place).optional),
      Searches.equal(
        "steed", \Knight.steed, Sample.reference(to: .creature, .dragon).optional),
    ]
  }

  private static var knightFinders: [(World) throws -> Searches<Knight>.Found?] {
    [
      finder("age", Samples.integer(Int.self)) { try Knight.findByAge($0, in: $1) },
      finder("name", Samples.text) { try Knight.findByName($0, in: $1) },
      finder("motto", Samples.text.optional) { try Knight.findByMotto($0, in: $1) },
      finder("birth", Samples.date.optional) { try Knight.findByBirth($0, in: $1) },
      finder("gold", Samples.decimal) { try Knight.findByGold($0, in: $1) },
      finder("element", .one(of: Element.allCases)) { try Knight.findByElement($0, in: $1) },
      finder("home", .reference(to: .place)) { try Knight.findByHome($0, in: $1) },
      finder("steed", Sample<Creature>.reference(to: .creature, .dragon).optional) {
        try Knight.findBySteed($0, in: $1)
      },
    ]
  }

  private static func finder<Value>(
    _ name: String, _ sample: Sample<Value>, _ find: @escaping (Value, Session) throws -> [Knight]
  ) -> (World) throws -> Searches<Knight>.Found? {
    { world in
      guard let content = sample.random(world), world.canBeCompared(content) else { return nil }
      world.note("find by \(name) \(content)")
      let objects = try find(try sample.value(content, world), world.session)
      return Searches.Found(objects: objects) { $0[name] == content }
    }
  }

  private static var knightOrders: [Searches<Knight>.Order] {
    [
      Searches.order("age", \Knight.age), Searches.order("stars", \Knight.stars),
      Searches.order("strength", \Knight.strength), Searches.order("gold", \Knight.gold),
      Searches.order("name", \Knight.name), Searches.order("grip", \Knight.grip),
    ]
  }
}
