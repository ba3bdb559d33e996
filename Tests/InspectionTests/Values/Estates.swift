import Foundation
import PersistentObjects
import TestSupport
import Testing

@Embeddable struct Plot: Hashable {
  var street: String
  @Column(indexed: true) var town: String
  var zip: String? = nil
}

@Embeddable struct GeoMark: Hashable {
  var latitude: Double
  var longitude: Double
}

/// All fields may be nil, so a column of its own tells nil from a value.
@Embeddable struct Memo: Hashable {
  var text: String?
  var stars: Int?
}

/// The first field may be nil, so another one tells whether there is a value.
@Embeddable struct Site: Hashable {
  var nick: String?
  var plot: Plot
  var mark: GeoMark?
  var memo: Memo?
  @Column(codec: HexColor()) var paint: Color
  var country: String = "DE"
}

struct DateSpanCodec: CompositeCodec {
  let identifier = CodecIdentifier("date-span", version: 2)
  let fields = [
    CompositeField("lower", \Range<Date>.lowerBound),
    CompositeField("upper", \Range<Date>.upperBound),
  ]

  func encode(_ range: Range<Date>, into fields: inout FieldWriter) throws {
    try fields.write(range.lowerBound)
    try fields.write(range.upperBound)
  }

  func decode(from fields: inout FieldReader) throws -> Range<Date> {
    let (lower, upper): (Date, Date) = (try fields.read(), try fields.read())
    guard lower <= upper else { throw CodecError("the range ends before it begins") }
    return lower..<upper
  }
}

@Persistent final class Estate {
  var name: String
  var home: Plot
  var work: Plot?
  var memo: Memo?
  var site: Site
  var other: Site?
  @Column("opening", codec: DateSpanCodec()) var open: Range<Date>
  @Column(codec: DateSpanCodec()) var closed: Range<Date>?
  var plots: [Plot] = []
  var byName: [String: Plot] = [:]
  var marks: Set<GeoMark> = []
  var sites: [Site?] = []
  var rounds: [[GeoMark]] = []
  @Transient var life = Lifetime()

  static let indices: [Index<Estate>] = [[\.home.zip, \.name]]
}

/// A class with a value whose columns have no beginning, and dictionaries with keys in several
/// columns.
@Persistent final class Shed {
  @Column("") var plot: Plot
  var former: Plot?
  var shelves: [GeoMark: Plot] = [:]
  var rows: [[GeoMark: String?]] = []

  static let mark = GeoMark(latitude: 1, longitude: -0.0)

  static func withFile(_ body: (TemporaryStore, Session) throws -> Void) throws {
    try TemporaryStore.run { store, session in
      let shed = Shed(
        plot: Estate.bonn, former: Estate.rome, shelves: [mark: Estate.rome],
        rows: [[:], [mark: "x", GeoMark(latitude: 2, longitude: 3): nil]])
      try session.save(shed)
      session.clear()
      try body(store, session)
    }
  }
}

extension Estate {
  static let bonn = Plot(street: "Markt 1", town: "Bonn")
  static let rome = Plot(street: "Via Appia 2", town: "Rome", zip: "00179")
  static let day = Date(timeIntervalSinceReferenceDate: 86_400)

  /// Saves two objects: in the first, all that may be nil is a value; in the second, nil.
  static func save(in session: Session) throws {
    let red = Color(hex: "#ff0000")
    let site = Site(
      plot: bonn, mark: GeoMark(latitude: -0.0, longitude: 1), memo: Memo(), paint: red)
    let bare = Site(nick: "n", plot: rome, mark: nil, memo: nil, paint: red)
    let full = Estate(
      name: "full", home: bonn, work: rome, memo: Memo(), site: site, other: site,
      open: day..<day + 1, closed: day..<day + 2)
    full.plots = [bonn, rome]
    full.byName = ["x": rome]
    full.marks = [GeoMark(latitude: 1, longitude: 2), GeoMark(latitude: 1, longitude: 3)]
    full.sites = [nil, bare, nil]
    full.rounds = [[GeoMark(latitude: 3, longitude: 4)], []]
    try session.save(
      contentsOf: [full, Estate(name: "bare", home: rome, site: bare, open: day..<day)])
  }

  /// Runs a test with a file of estates.
  static func withFile(_ body: (TemporaryStore, Session) throws -> Void) throws {
    try TemporaryStore.run { store, session in
      try save(in: session)
      session.clear()
      try body(store, session)
    }
  }
}

/// A file with an enum in several columns, written by hand.
enum Till {
  static let part = "embeddable(Payment) 1"

  /// The columns with their properties, codecs and values.
  static let columns = [
    ("payment", "TEXT", "payment", "text", "cases(cash,card,transfer,onSite)", part),
    (
      "payment_card_number", "TEXT", "payment.card.number", "text", "text",
      part + "/embeddable(card) 1!"
    ),
    (
      "payment_card_stars", "INTEGER", "payment.card.stars", "integer", "integer",
      part + "/embeddable(card) 1?"
    ),
    ("payment_transfer", "TEXT", "payment.transfer", "text", "text", part),
    (
      "payment_on_site_latitude", "ANY", "payment.onSite.latitude", "any", "real",
      part + "/embeddable(GeoMark) 1!"
    ),
    (
      "payment_on_site_longitude", "ANY", "payment.onSite.longitude", "any", "real",
      part + "/embeddable(GeoMark) 1?"
    ),
  ]

  static func withFile(_ body: (TemporaryStore, Session) throws -> Void) throws {
    try Estate.withFile { store, session in
      let list = columns.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
      func run(_ sql: String) throws { try session.execute(Criteria(stringLiteral: sql)) }
      try run("CREATE TABLE till (pk INTEGER PRIMARY KEY, \(list)) STRICT")
      try run("INSERT INTO _persistent_table VALUES ('till', 'Till', NULL, NULL)")
      for column in columns {
        try run(
          """
          INSERT INTO _persistent_column VALUES ('till', '\(column.0)', '\(column.2)', \
          '\(column.3)', '\(column.4)', 1, 1, NULL, NULL, '\(column.5)')
          """)
      }
      for row in [
        "1, 'cash', NULL, NULL, NULL, NULL, NULL", "2, 'card', '4111', NULL, NULL, NULL, NULL",
        "3, 'transfer', NULL, NULL, 'DE1', NULL, NULL", "4, 'onSite', NULL, NULL, NULL, 1.5, 2.5",
      ] { try run("INSERT INTO till VALUES (\(row))") }
      try body(store, session)
    }
  }
}
