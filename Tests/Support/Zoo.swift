public import Foundation
public import PersistentObjects

// Classes with everything that the shared family lacks: a property of each standard codec,
// collections in collections, keys of all kinds and indices with conditions.

@Persistent public final class Nested {
  public var rows: [[String]] = []
  public var maybe: [[Int]?] = []
  public var lists: [String: [Int]] = [:]
  public var deep: [[[String]]] = []
  public var none: [[Int]]?
  @Transient public var life = Lifetime()
}

public struct Point: Codable, Hashable {
  public var x = 1.0
  public var y: [String?] = ["a", nil]
}

public enum Kind: String { case wild }

@Persistent public final class Kinds {
  public var wide: UInt128 = .max
  public var big: UInt64 = .max
  public var price: Decimal = -12.5
  @Column(codec: DecimalAsInteger(scale: 2)) public var cents: Decimal = 12.34
  @Column(codec: DoubleAsBits()) public var exact: Double = -0.0
  @Column(codec: Float16AsBits()) public var half: Float16 = 1.5
  public var isOpen = true
  public var letter: Character = "é"
  public var site: URL? = URL(string: "https://x.org/")
  public var id: UUID = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
  @Column(codec: UUIDAsBytes()) public var idBytes: UUID = UUID(
    uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
  public var day: CalendarDay? = CalendarDay(year: 2026, month: 11, day: 22)
  public var length: Duration = .milliseconds(12_500)
  public var zone: TimeZone? = TimeZone(identifier: "Europe/Berlin")
  @Column(codec: DateAsReal()) public var made: Date = Date(timeIntervalSinceReferenceDate: 0)
  @Column(codec: DateAsMicroseconds()) public var stamp: Date = Date(timeIntervalSince1970: 1.5)
  public var range: Range<Int> = 1..<5
  @Column(codec: CompressedCodec(StringCodec())) public var long: String = "aaa"
  public var point: Point = Point()
  public var kind: Kind = Kind.wild
  @Transient public var life = Lifetime()
}

@Persistent public final class Shelf {
  @Column(unique: true) public var code: String
  @Column("depth_in_mm", indexed: true) public var depth: Double = 5
  public var title: String = "it's"
  public var byNumber: [Int: String] = [:]
  public var byDay: [CalendarDay: Shelf] = [:]
  public var groups: Set<Set<Int>> = []
  public var optional: [Int?] = []
  public var neighbours: Set<Shelf> = []
  @Column(onDelete: .cascade) public var above: Shelf?
  @Column(deletesTargets: true) public var parts: [Part]? = []
  public static let indices: [Index<Shelf>] = [
    Index(\.title).descending(\.depth), Index(\.title).where { $0.depth > 1 },
  ]
  @Transient public var life = Lifetime()
}

@Persistent public final class Part {
  public var bytes: Data = Data([0, 255])
  @Column(onDelete: .cascade) public var shelf: Shelf?
  @Column(.version) public var revision: Int = 0
  @Transient public var life = Lifetime()
}

/// A class with columns named like the keys of collections.
@Persistent public final class Entry {
  public var arrayIndex: Int?
  public var setMember: Int?
  public var parentPK: Entry?
  public var lists: Set<[Int]> = []
  @Transient public var life = Lifetime()
}

/// A store of all classes: those of the shared family and those above.
public enum Zoo {
  public static let classes: [any PersistentObject.Type] = [
    Address.self, Person.self, Invoice.self, Animal.self, Dog.self, Cat.self, Keeper.self,
    Label.self, Receipt.self, Nested.self, Kinds.self, Shelf.self, Part.self, Entry.self,
  ]

  /// Saves some objects of each class, with reference cycles.
  ///
  /// - Parameter withNUL: whether a text contains a NUL character, which PostgreSQL does not store.
  public static func fill(_ session: Session, count: Int = 20, withNUL: Bool = true) throws {
    for number in 0..<count {
      try fillPeople(session, number, lastName: "Smith\"\n\(withNUL ? "\0" : "")\u{2028}")
      try fillAnimals(session, number)
      try fillShelves(session, number)
    }
  }

  private static func fillPeople(_ session: Session, _ number: Int, lastName: String) throws {
    let person = Person(firstName: "Joe \(number)", lastName: lastName, age: number)
    person.nickNames = number.isMultiple(of: 3) ? [] : ["Joey", "", "é\(number)"]
    person.scores = ["a": 5, "b": -0.0, "": .infinity]
    person.tags = ["x", "y\(number)"]
    person.aliases = number.isMultiple(of: 2) ? nil : []
    person.photo = Data((0..<number).map { UInt8($0) })
    person.birthdate = Date(timeIntervalSinceReferenceDate: 0.1 * Double(number))
    person.favourite = Color(hex: "#\(number)")
    person.home = Address(city: "Rome", street: number.isMultiple(of: 2) ? nil : "")
    person.friends = [person]
    try session.save(person)
    try session.save(Invoice(number: number, customer: person))
    try session.save(Receipt(number: number, payer: person))
    let label = Label(text: "label")
    label.owner = number.isMultiple(of: 2) ? person : label
    try session.save(label)
  }

  private static func fillAnimals(_ session: Session, _ number: Int) throws {
    let dog = Dog(name: "Rex", tricks: ["sit", "sit"])
    dog.weight = Double(number) + 0.5
    let cat = Cat(name: "Tom")
    (dog.mate, cat.mate) = (cat, dog)
    let keeper = Keeper(name: "Ann")
    keeper.pet = number.isMultiple(of: 2) ? dog : nil
    keeper.herd = [dog, cat, Animal(name: "Nemo")]
    try session.save(keeper)
  }

  private static func fillShelves(_ session: Session, _ number: Int) throws {
    let shelf = Shelf(code: "S\(number)")
    shelf.depth = Double(number)
    shelf.byNumber = [1: "one", -7: "", .max: "max"]
    shelf.groups = [[1, 2], [], [3]]
    shelf.optional = [nil, number, nil]
    shelf.neighbours = [shelf]
    shelf.above = shelf
    shelf.parts = number.isMultiple(of: 2) ? [Part()] : nil
    if let day = CalendarDay(year: 2026, month: 1, day: 1) { shelf.byDay = [day: shelf] }
    try session.save(shelf)
    let nested = Nested()
    nested.rows = [["a"], [], ["b", "c"]]
    nested.maybe = [nil, [1], []]
    nested.lists = ["a": [1, 2], "b": []]
    nested.deep = [[["x"], []], []]
    try session.save(nested)
    try session.save(Kinds())
    let entry = Entry()
    if number.isMultiple(of: 2) { (entry.arrayIndex, entry.setMember) = (number, number) }
    entry.parentPK = number.isMultiple(of: 3) ? nil : entry
    entry.lists = [[number], []]
    try session.save(entry)
  }
}
