import Foundation
import PersistentObjects
import TestSupport

// The properties of the classes, with values that are extreme, or that are equal often enough to be
// found.

extension World {
  static func makeFields() -> [Kind: [Field]] {
    let fields: [Kind: [Field]] = [
      .place: placeFields, .creature: creatureFields, .dragon: creatureFields + dragonFields,
      .knight: knightNumbers + knightValues + knightReferences + knightCollections,
      .saddle: saddleFields,
    ]
    return fields.mapValues { $0.map(withEmpty) }
  }

  private static func withEmpty(_ field: Field) -> Field {
    let empties: [String: Content] = [
      "twin": .none, "lair": .none, "mate": .none, "young": .list([]), "victims": .set([]),
      "spare": .none, "birthplace": .none, "steed": .none, "friends": .list([]),
      "pets": .list([]), "places": .set([]), "posts": .dictionary([:]),
      "guards": .dictionary([:]), "rivals": .none,
    ]
    var field = field
    field.empty = empties[field.name]
    return field
  }

  private static var place: Sample<Place> { .reference(to: .place) }
  private static var creature: Sample<Creature> { .reference(to: .creature, .dragon) }
  private static var dragon: Sample<Dragon> { .reference(to: .dragon) }
  private static var knight: Sample<Knight> { .reference(to: .knight) }

  /// The fields without `code`, which is assigned by number.
  private static var placeFields: [Field] {
    [
      Field("name", \Place.name, Samples.text),
      Field("visits", \Place.visits, .value { $0.number(below: 5) }),
      Field("twin", \Place.twin, place.optional),
    ]
  }

  private static var creatureFields: [Field] {
    [
      Field("name", \Creature.name, Samples.text),
      Field("weight", \Creature.weight, Samples.real),
      Field("lair", \Creature.lair, place.optional),
      Field("mate", \Creature.mate, creature.optional),
      .array("young", \Creature.young, creature),
    ]
  }

  private static var dragonFields: [Field] {
    [
      .array("hoard", \Dragon.hoard, Samples.anyText),
      Field("fire", \Dragon.fire, Samples.integer(Int.self).optional),
      .set("victims", \Dragon.victims, knight),
    ]
  }

  private static var saddleFields: [Field] {
    [
      Field("beast", \Saddle.beast, creature),
      Field("spare", \Saddle.spare, dragon.optional),
      Field("leather", \Saddle.leather, Samples.text),
    ]
  }

  private static var knightNumbers: [Field] {
    [
      Field("age", \Knight.age, Samples.integer(Int.self)),
      Field("rank", \Knight.rank, Samples.integer(Int8.self)),
      Field("height", \Knight.height, Samples.integer(Int16.self)),
      Field("income", \Knight.income, Samples.integer(Int32.self)),
      Field("wealth", \Knight.wealth, Samples.integer(Int64.self)),
      Field("luck", \Knight.luck, Samples.integer(UInt8.self)),
      Field("debts", \Knight.debts, Samples.integer(UInt16.self)),
      Field("steps", \Knight.steps, Samples.integer(UInt32.self)),
      Field("stars", \Knight.stars, Samples.integer(UInt64.self)),
      Field("strength", \Knight.strength, Samples.real),
      Field("grip", \Knight.grip, .one(of: [0, -1.5, .pi, .greatestFiniteMagnitude, .infinity])),
      Field("gold", \Knight.gold, Samples.decimal),
      Field("wins", \Knight.wins, Samples.integer(Int.self).optional),
    ]
  }

  private static var knightValues: [Field] {
    [
      Field("name", \Knight.name, Samples.text),
      Field("isBrave", \Knight.isBrave, .one(of: [true, false])),
      Field("initial", \Knight.initial, .one(of: ["a", "ß", "🐉", "é", "e\u{301}"])),
      Field("portrait", \Knight.portrait, Samples.data),
      Field("seal", \Knight.seal, .one(of: [[], [0], [0, 255, 7]])),
      Field("homepage", \Knight.homepage, Samples.url.optional),
      Field("number", \Knight.number, Samples.uuid.optional),
      Field("birth", \Knight.birth, Samples.date.optional),
      Field("motto", \Knight.motto, Samples.text.optional),
      Field("element", \Knight.element, .one(of: Element.allCases)),
      Field("colour", \Knight.colour, Samples.colour.optional),
      Field("shield", \Knight.shield, Samples.shield.optional),
    ]
  }

  private static var knightReferences: [Field] {
    [
      Field("home", \Knight.home, place),
      Field("birthplace", \Knight.birthplace, place.optional),
      Field("steed", \Knight.steed, creature.optional),
      .array("friends", \Knight.friends, knight),
      .array("pets", \Knight.pets, creature),
      .set("places", \Knight.places, place),
      .dictionary("posts", \Knight.posts, by: Samples.anyText, place),
      .dictionary("guards", \Knight.guards, by: Samples.integer(Int.self), creature),
      .optionalArray("rivals", \Knight.rivals, knight),
    ]
  }

  private static var knightCollections: [Field] {
    [
      .array("arms", \Knight.arms, Samples.anyText),
      .array("marks", \Knight.marks, Samples.integer(Int.self).optional),
      .array("feasts", \Knight.feasts, Samples.date),
      .set("skills", \Knight.skills, Samples.anyText),
      .set("lucky", \Knight.lucky, Samples.integer(Int.self)),
      .dictionary("scores", \Knight.scores, by: Samples.anyText, Samples.real),
      .dictionary(
        "colours", \Knight.colours, by: Samples.integer(Int.self), .one(of: Element.allCases)),
      .optionalArray("titles", \Knight.titles, Samples.anyText),
      Field("orders", \Knight.orders, Samples.uuid.set.optional),
    ]
  }
}

/// Values of the types without identity.
enum Samples {
  static func integer<Number: FixedWidthInteger>(_ type: Number.Type) -> Sample<Number> {
    .value { random in
      random.once(in: 4)
        ? random.pick([.min, .max, .max - 1]) : Number(truncatingIfNeeded: random.number(below: 6))
    }
  }

  static var text: Sample<String> {
    .value { random in
      if random.once(in: 20) { return String(repeating: "long ", count: 2000) }
      let control = TestedDatabase.current.keepsNUL ? "a\0b" : "a\u{1}b"
      return random.pick(["", "a", "b", "B", "Ärger", control, "🐉", "it's \"", "%_", "\u{FFFF}"])
    }
  }

  /// Texts, two of which are equal in Swift but not in SQL, which compares bytes; so nothing
  /// searches by them.
  static var anyText: Sample<String> {
    let common = text
    return Sample(
      random: { world in
        guard world.random.once(in: 4) else { return common.random(world) }
        return .value(AnyHashable(world.random.once(in: 2) ? "é" : "e\u{301}"))
      }, content: common.content, value: common.value)
  }

  static var real: Sample<Double> {
    .one(of: [0, -0.0, 1, -1.5, 0.1, .pi, 1e300, -.infinity, .leastNonzeroMagnitude])
  }

  static var decimal: Sample<Decimal> {
    .one(of: [
      0, 1, -1, Decimal(1) / 3, .greatestFiniteMagnitude,
      Decimal(sign: .minus, exponent: -5, significand: 12),
    ])
  }

  static var date: Sample<Date> {
    .value { random in
      let seconds = random.pick([0, 0.1, -1e9, 7e8 + 0.123_456_7, -62_135_596_800, 1.5e10])
      return seconds.map { Date(timeIntervalSinceReferenceDate: $0) }
    }
  }

  static var data: Sample<Data> {
    .one(of: [Data(), Data([0]), Data("data".utf8), Data(repeating: 7, count: 9000)])
  }

  static var url: Sample<URL> {
    .value { random in
      random.pick(["https://example.org/a?b=c#d", "file:///tmp/x%20y"]).flatMap { URL(string: $0) }
    }
  }

  static var uuid: Sample<UUID> {
    .value { random in
      let byte = UInt8(random.number(below: 4) * 85)
      return UUID(uuid: (byte, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, byte))
    }
  }

  static var colour: Sample<Color> { .one(of: [Color(hex: "#ff0000"), Color(hex: "#000000")]) }

  static var shield: Sample<Shield> {
    .value { random in
      Shield(
        shape: random.once(in: 2) ? "round" : String(repeating: "kite ", count: 300),
        colours: ["red", "or"], sizes: ["width": Double(random.number(below: 9))])
    }
  }
}
