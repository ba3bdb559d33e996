import Foundation
import PersistentObjects
import TestSupport

// Classes with every feature that a class can have; classes are generated again from their files.

/// Values of each standard codec.
@Persistent final class Sampler {
  var count: Int = 7
  var big: UInt64 = .max
  var huge: UInt128 = .max
  var wide: Int128 = .min
  var ratio: Double = -0.5
  var exact: Decimal = 12.5
  var isOpen: Bool = true
  var name: String = "say \"hi\"\n\\(1) 'x'"
  var letter: Character = "é"
  var site: URL? = URL(string: "https://x.org/a?b=c")
  var place: URL = URL(filePath: "/tmp")
  var id: UUID = UUID()
  var bytes: Data = Data([0, 255])
  var made: Date = Date(timeIntervalSinceReferenceDate: 1.25)
  var day: CalendarDay? = CalendarDay(year: 2026, month: 11, day: 22)
  var length: Duration = .milliseconds(1500)
  var zone: TimeZone? = TimeZone(identifier: "Europe/Berlin")
  var locale: Locale = Locale(identifier: "de_DE")
  var parts: DateComponents = DateComponents(year: 2026, month: 2)
  var number: NSNumber = 5
  var text: NSString = "ns"
  var range: Range<Int> = 1..<5
  var dates: ClosedRange<Date>?
  @Column(codec: DateAsReal()) var real: Date = Date(timeIntervalSinceReferenceDate: 2)
  @Column(codec: DateAsMicroseconds()) var micro: Date = Date(timeIntervalSince1970: 1.5)
  @Column(codec: DateAsTimestamp()) var stamped: Date = Date(timeIntervalSince1970: 1.5)
  @Column(codec: UUIDAsBytes()) var idBytes: UUID = UUID()
  @Column(codec: DecimalAsInteger(scale: 2)) var cents: Decimal = 12.34
  @Column(codec: DoubleAsBits()) var bits: Double = .nan
  @Column(codec: CompressedCodec(StringCodec())) var long: String = String(
    repeating: "a", count: 900)
  var never: String?
  @Transient var life = Lifetime()
}

/// Values whose types the file does not name, and codecs that no other program has.
@Persistent final class Curio {
  @Column(codec: HexColor(), unique: true) var color: Color
  @Column(codec: HexColor()) var other: Color?
  @Column(codec: CaseNameCodec<Mood>()) var mood: Mood
  @Column(codec: JSONCodec<[String]>()) var labels: [String] = ["a"]
  @Column(codec: JSONBCodec<[String]>()) var others: [String] = ["a"]
  var spot: Spot = Spot()
  var width: Measurement<UnitLength> = Measurement(value: 3, unit: .meters)
  @Column(codec: Aged()) var aged: Int = 1
  var palette: [Color] = []
  var names: [Color: String] = [:]
  var ids: Set<UUID> = []
  var spots: [Spot?] = []
  var grid: [UUID: [Color: [Spot]]] = [:]
  @Transient var life = Lifetime()
  static let indices: [Index<Curio>] = [[\.other, \.color]]

  static let registry = CodecRegistry.standard.registering(HexColor()).registering(UUIDAsBytes())
}

enum Mood: CaseIterable { case calm, wild }

struct Spot: Codable, Hashable {
  var x = 1.5
  var tags: [String] = ["t"]
}

/// A codec in its third version that still reads the second.
struct Aged: ColumnCodec {
  var version = 3
  var identifier: CodecIdentifier { CodecIdentifier("aged", version: version) }
  var storage: StorageClass { .any }
  func canRead(version: Int) -> Bool { (2...3).contains(version) }
  func encode(_ value: Int, into column: inout ColumnWriter) { column.write("\(value)") }
  func decode(from column: borrowing ColumnReader) throws -> Int {
    column.kind == .text ? Int(try column.text()) ?? 0 : Int(try column.integer())
  }
}

/// Names that are unusual in Swift or in SQL.
@Persistent(table: "Order Table") final class `class` {
  var `in`: Int = 1
  var `init`: String?
  @Column("select") var value: Int = 2
  @Column("a, b") var pair: Int = 3
  var `first name`: String = ""
  var größe: Int = 0
  var `func`: `class`?
  @Column("kids") var children: [`class`] = []
  @Transient var life = Lifetime()
  static let indices: [Index<`class`>] = [[\.`in`, \.`first name`]]
}

enum Shop {
  @Persistent class Order {
    var number: Int
    var date: Swift.String = "today"
    @Transient var life = Lifetime()
  }

  @Persistent(table: "shop_date") final class Date {
    var session: Session?
    @Transient var life = Lifetime()
  }

  @Persistent final class Session {
    var index: Int = 0
    @Transient var life = Lifetime()
  }
}

enum OldShop {
  @Persistent(table: "old_order") final class Order {
    var number: Int = 4
    var other: Shop.Order?
    @Transient var life = Lifetime()
  }
}

/// Three levels of inheritance, with all kinds of rules and indices.
@Persistent class Party {
  @Column(unique: true) var email: String
  var nickName: String?
  @Column(.version) var version: Int
  @Column(.createdAt) var made: Date
  @Transient var life = Lifetime()
  private static let indices: [Index<Party>] = [
    .descending(\.nickName), .unique(\.nickName, \.email).where { $0.nickName == "O'B" },
  ]
}

@Persistent class Worker: Party {
  var boss: Worker?
  @Inverse(\Worker.boss) var team: [Worker]
  @Column("salary_in_cents") var salary: Int = 100
  var anything: (any PersistentObject)?
  private static let indices: [Index<Worker>] = [
    Index(\.email).descending(\.salary).ascending(\.boss),
    Index.unique().descending(\.salary).where { $0.salary > 1_000_000 },
  ]

  init(email: String) { super.init(email: email) }
}

@Persistent final class Chief: Worker {
  var title: String = "Chief"
  @Column(deletesTargets: true) var helpers: [Worker] = []
  @Column(onDelete: .cascade) var company: Firm
  @Column(onDelete: .restrict) var second: Firm?

  init(email: String, company: Firm) {
    self.company = company
    super.init(email: email)
  }
}

/// Nested and optional collections.
@Persistent final class Firm {
  var name: String
  var rows: [[String]] = []
  var maybe: [[Int]?] = []
  var numbers: [Int?] = []
  var lists: [String: [Int]]?
  var notes: [String]? = []
  var sets: Set<Set<Int>> = []
  var deep: [[[Worker]]] = []
  var all: [any PersistentObject] = []
  @Column(onDelete: .restrict) var partners: Set<Firm> = []
  @Column(deletesTargets: true) var owner: any PersistentObject
  @Transient var life = Lifetime()
}

/// Saves the files from which classes are generated.
enum Originals {
  /// The files and their contents.
  static let stores:
    [(name: String, codecs: CodecRegistry, save: @Sendable (Session) throws -> Void)] = [
      ("sampler", .standard, saveSamples), ("curios", Curio.registry, saveCurios),
      ("names", .standard, saveNames), ("firm", .standard, saveFirm),
      ("people", .standard, savePeople), ("empty", .standard, makeEmpty),
    ]

  @Sendable private static func saveSamples(_ session: Session) throws {
    let other = Sampler()
    other.site = nil
    other.never = nil
    try session.save(contentsOf: [Sampler(), other])
  }

  @Sendable private static func saveCurios(_ session: Session) throws {
    let red = Color(hex: "#ff0000")
    let curio = Curio(color: red, mood: .wild)
    curio.palette = [red, red]
    curio.names = [red: "red"]
    curio.ids = [UUID(), UUID()]
    curio.spots = [Spot(), nil]
    curio.grid = [UUID(): [red: [Spot(), Spot(x: 2)]]]
    try session.save(contentsOf: [curio, Curio(color: Color(hex: "#00ff00"), mood: .calm)])
    // Rows of an older version.
    try session.execute("UPDATE curio SET aged = 5 WHERE pk = 1")
    try session.execute("UPDATE _persistent_column SET oldest_version = 2 WHERE codec = 'aged'")
  }

  @Sendable private static func saveNames(_ session: Session) throws {
    let first = `class`()
    first.children = [first]
    first.func = first
    let order = Shop.Order(number: 1)
    try session.given(first, order, OldShop.Order(other: order), Shop.Date(session: Shop.Session()))
  }

  @Sendable private static func saveFirm(_ session: Session) throws {
    let worker = Worker(email: "w")
    worker.boss = worker
    let firm = Firm(name: "A", owner: worker)
    firm.rows = [["a"], []]
    firm.maybe = [[1], nil]
    firm.numbers = [1, nil]
    firm.lists = ["x": [1, 2]]
    firm.sets = [[1, 2], [3]]
    firm.deep = [[[worker]], []]
    firm.all = [firm, worker]
    firm.partners = [firm]
    let chief = Chief(email: "c", company: firm)
    chief.helpers = [worker]
    chief.anything = firm
    chief.nickName = "C"
    try session.given(chief, Party(email: "p"))
  }

  @Sendable private static func savePeople(_ session: Session) throws {
    let joe = Person.joe()
    (joe.home, joe.friends, joe.favourite) = (Address(city: "Paris"), [joe], Color(hex: "#123456"))
    (joe.nickNames, joe.scores, joe.tags, joe.aliases) = (["J"], ["x": 1.5], ["t"], [])
    let rex = Dog(name: "Rex", tricks: ["sit"])
    rex.mate = Cat(name: "Tom")
    try session.given(
      joe, Person.ann(), Invoice(number: 1, customer: joe),
      Keeper(name: "k", pet: rex, herd: [rex]),
      Label(text: "l", owner: joe), Receipt(number: 2, payer: rex))
  }

  @Sendable private static func makeEmpty(_ session: Session) throws {
    try session.makeTables(for: Chief.self, Sampler.self, Keeper.self)
  }
}
