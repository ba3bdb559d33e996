import Foundation
import PersistentObjects
import TestSupport
import Testing

@Persistent class Vessel {
  var name: String
  var length: Double = 0
}

@Persistent final class Barge: Vessel {
  var load: Decimal = 0

  init(name: String, length: Double = 0, load: Decimal) {
    self.load = load
    super.init(name: name, length: length)
  }
}

@Persistent final class Caravan {
  var named: [String: [Vessel]] = [:]
  var lost: [Vessel]?
}

@Persistent final class Harbour {
  var name: String
  var depth: Double = 0
  var opened: Date?
  var flags: [String] = []
  var berths: [Int: String] = [:]
  var flagship: Vessel?
  var fleet: [Vessel] = []
  var visitors: Set<Vessel> = []
  @Column(.version) var version = 0
  @Column(.updatedAt) var changedAt: Date

  /// A harbour whose name is not in its canonical form, with a barge among its ships.
  static func nyborg(in session: Session) throws -> Harbour {
    let harbour = Harbour(name: "Ny\u{0301}borg")
    let ships = (0..<3).map { Vessel(name: "ship \($0)") }
    let barge = Barge(name: "barge", length: 5, load: 7)
    (harbour.depth, harbour.opened) = (-0.0, Date(timeIntervalSinceReferenceDate: 0.1))
    (harbour.flags, harbour.berths) = (["a", "b"], [1: "north"])
    (harbour.flagship, harbour.fleet, harbour.visitors) = (barge, [ships[0], barge], Set(ships))
    try session.save(harbour)
    return harbour
  }
}

/// Objects made from snapshots, and objects that take over the values of snapshots.
@Suite struct SnapshotTests {
  private func decoded<Values: ObjectSnapshot>(_ snapshot: Values) throws -> Values {
    try JSONDecoder().decode(Values.self, from: JSONEncoder().encode(snapshot))
  }

  @Test func aNewObjectHasTheValuesAndRefersToTheSameObjects() throws {
    try TemporaryStore.run { _, session in
      let harbour = try Harbour.nyborg(in: session)
      for snapshot in [harbour.snapshot, try decoded(harbour.snapshot)] {
        let copy = try Harbour(snapshot, in: session)
        #expect(copy.state == .new && copy.pk == nil && copy.version == 0)
        #expect(Array(copy.name.utf8) == Array(harbour.name.utf8))
        #expect(copy.opened == harbour.opened)
        #expect(copy.flags == harbour.flags && copy.berths == harbour.berths)
        #expect(copy.flagship === harbour.flagship)
        #expect(copy.fleet == harbour.fleet && copy.visitors == harbour.visitors)
        try session.save(copy)
        #expect(copy.pk != harbour.pk && copy.version == 1)
      }
      #expect(try Harbour.count(in: session) == 3)
    }
  }

  @Test func whatCannotLeaveItsIsolationStaysAsItIs() throws {
    try TemporaryStore.run { store, session in
      let caravan = Caravan(named: ["a": [Vessel(name: "x")]], lost: [Vessel(name: "y")])
      try session.save(caravan)
      for snapshot in [caravan.snapshot, try decoded(caravan.snapshot)] {
        try caravan.setValues(snapshot)
        #expect(caravan.state == .clean && caravan.named["a"]?.count == 1)
        #expect(caravan.lost?.count == 1)
        let copy = try Caravan(snapshot, in: session)
        #expect(copy.named.isEmpty && copy.lost == nil)
      }
    }
  }

  @Test func whatRefersToObjectsThatWereNotSavedStaysAsItIs() throws {
    try TemporaryStore.run { _, session in
      let harbour = try Harbour.nyborg(in: session)
      let (empty, new) = (Harbour(name: "empty"), Vessel(name: "new"))
      try session.save(empty)
      (harbour.name, harbour.flagship) = ("Kerteminde", new)
      harbour.fleet.append(new)
      let snapshot = harbour.snapshot
      harbour.name = "another"
      try harbour.setValues(snapshot)
      #expect(harbour.name == "Kerteminde" && harbour.flagship === new)
      #expect(harbour.fleet.count == 3 && harbour.fleet.last === new)
      let copy = try Harbour(snapshot, in: session)
      #expect(copy.flagship == nil && copy.fleet == Array(harbour.fleet.dropLast()))
      let before = empty.snapshot
      (empty.flagship, empty.fleet) = (new, [new])
      try empty.setValues(before)
      #expect(empty.flagship == nil && empty.fleet == [], "it had none then")
    }
  }

  /// An object of a subclass is in another table, where its key would be that of another row.
  @Test func keysAreOfTheDeclaredClass() throws {
    try TemporaryStore.run { _, session in
      let (ship, barge) = (Vessel(name: "Ida"), Barge(name: "Kira", load: 1))
      let harbour = Harbour(name: "Korsør")
      (harbour.flagship, harbour.fleet) = (barge, [ship, barge])
      try session.save(harbour)
      #expect((barge as Vessel).key == nil && barge.key == Key(1) && ship.key == Key(1))
      let snapshot = harbour.snapshot
      #expect(snapshot.flagship.key() == nil && snapshot.fleet.keys() == [Key<Vessel>(1)])
      #expect(snapshot.flagship.keyOfAnyClass() == barge.anyKey)
      #expect(snapshot.fleet.keysOfAnyClass() == [ship.anyKey, barge.anyKey])
    }
  }

  /// A list set a reference to its first object, or to nil.
  @Test(arguments: [
    ("flagship", #"{"table": "harbour", "pk": 1}"#), ("flagship", "[1, 2]"), ("flagship", "[]"),
    ("fleet", "1"),
  ])
  func keysOfAnotherClassOrShapeAreRefused(property: String, keys: String) throws {
    try TemporaryStore.run { _, session in
      let harbour = try Harbour.nyborg(in: session)
      var json = try #require(
        try JSONSerialization.jsonObject(with: JSONEncoder().encode(harbour.snapshot))
          as? [String: Any])
      json[property] = try JSONSerialization.jsonObject(
        with: Data(keys.utf8), options: .fragmentsAllowed)
      let data = try JSONSerialization.data(withJSONObject: json)
      let snapshot = try JSONDecoder().decode(Harbour.Snapshot.self, from: data)
      let error = failure { try harbour.setValues(snapshot) }
      #expect(error?.code == .invalidValues && error?.context.property == property)
      #expect(harbour.flagship is Barge && harbour.fleet.count == 2)
      #expect(failure { _ = try Harbour(snapshot, in: session) }?.code == .invalidValues)
    }
  }

  @Test func whatIsDecodedMayLackOptionalValuesOnly() throws {
    func decoded<Values: ObjectSnapshot>(_ json: String, as type: Values.Type) throws -> Values {
      try JSONDecoder().decode(type, from: Data(json.utf8))
    }
    let barge = try decoded(
      #"{"load": 7, "inherited": {"name": "Kira", "length": 2}}"#, as: Barge.Snapshot.self)
    #expect(barge.inherited.pk == nil && barge.name == "Kira" && barge.load == 7)
    let error = #expect(throws: DecodingError.self) {
      try decoded(#"{"load": 7, "inherited": {"name": "Kira"}}"#, as: Barge.Snapshot.self)
    }
    guard case .keyNotFound(let key, let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(key.stringValue == "length" && context.codingPath.map(\.stringValue) == ["inherited"])
  }

  @Test func optionalValuesOfAnyTypeAreNilIfTheyAreNullOrAbsent() throws {
    let full = Pennant(initial: "é", shade: .dark)
    let copy = try decoded(full.snapshot)
    #expect(copy.initial.value == "é" && copy.shade.value == .dark)
    for json in ["{}", #"{"initial": null, "shade": null}"#] {
      let snapshot = try JSONDecoder().decode(Pennant.Snapshot.self, from: Data(json.utf8))
      try full.setValues(snapshot)
      #expect(full.initial == nil && full.shade == nil)
    }
    let empty = try decoded(Pennant().snapshot)
    #expect(empty.initial.value == .some(nil) && empty.shade.value == .some(nil))
  }

  /// The decoder took the keys in the JSON for the objects' own form.
  @Test func objectsOfACodableClassAreKeysInJSON() throws {
    try TemporaryStore.run { _, session in
      let emblem = Emblem(text: "a")
      let satchel = Satchel(main: emblem, rows: [emblem], others: [emblem])
      try session.save(satchel)
      try satchel.setValues(decoded(satchel.snapshot))
      #expect(satchel.state == .clean && satchel.main === emblem)
      #expect(satchel.rows == [emblem] && satchel.others == [emblem])
    }
  }

  /// One statement for each property and class reads the objects that a snapshot refers to.
  @Test func referencesAreReadInAFewStatements() throws {
    try TemporaryStore.run { store, session in
      let snapshot = try Harbour.nyborg(in: session).snapshot
      let other = Session(store: store.store)
      let statements = try store.statements {
        let harbour = try Harbour(snapshot, in: other)
        #expect(harbour.flagship is Barge)
        #expect(harbour.fleet.map(\.name) == ["ship 0", "barge"] && harbour.visitors.count == 3)
      }
      #expect(statements.count == 3, "\(statements)")
    }
  }

  @Test func anObjectWithoutReferencesNeedsNoSession() throws {
    let vessel = Vessel(name: "Ellen", length: 2)
    let copy = try Vessel(vessel.snapshot)
    #expect(copy.name == "Ellen" && copy.length == 2 && copy !== vessel)
    let barge = Barge(name: "Kira", length: 9, load: 3)
    let other = try Barge(decoded(barge.bargeSnapshot))
    #expect(other.name == "Kira" && other.length == 9 && other.load == 3)
  }

  @Test func whatCannotBeFoundIsAnErrorThatNamesIt() throws {
    try TemporaryStore.run { store, session in
      let harbour = try Harbour.nyborg(in: session)
      let snapshot = harbour.snapshot
      try session.delete(harbour.fleet[0])
      let lost = failure { _ = try Harbour(snapshot, in: session) }
      #expect(lost?.code == .objectNotFound && lost?.context.property == "fleet")
      #expect(lost?.message.contains("row 1 of vessel") == true, "\(lost?.message ?? "")")
      let alone = failure { _ = try Harbour(snapshot) }
      #expect(alone?.code == .invalidValues && alone?.context.property == "flagship")
    }
  }

  /// A snapshot was edited elsewhere: only the differences are written.
  @Test func anObjectTakesOverWhatWasEdited() throws {
    try TemporaryStore.run { store, session in
      let snapshot = try Harbour.nyborg(in: session).snapshot
      var text = String(decoding: try JSONEncoder().encode(snapshot), as: UTF8.self)
      text = text.replacing("\"depth\":-0", with: "\"depth\":12.5")
      text = text.replacing("\"a\",\"b\"", with: "\"a\",\"c\"")
      let edited = try JSONDecoder().decode(Harbour.Snapshot.self, from: Data(text.utf8))
      let other = Session(store: store.store)
      let harbour = try #require(try other.find(Harbour.self, pk: 1))
      try harbour.setValues(edited)
      #expect(harbour.depth == 12.5 && harbour.flags == ["a", "c"])
      #expect(harbour.changedProperties == ["depth", "flags"])
      try other.save()
      #expect(harbour.version == 2)

      let conflict = failure { try harbour.setValues(edited) }
      #expect(conflict?.code == .conflict && conflict?.conflict?.version == 1)
      #expect(conflict?.conflict?.changedProperties == [])
      #expect(conflict?.conflict?.presentValues?["version"] == .integer(2))
    }
  }

  /// A type that is not `Codable` is coded as its codec stores it.
  @Test func valuesWithACodecNeedNotBeCodable() throws {
    let pk = try #require(
      Pebble.Snapshot(Pebble(tint: Tint(red: 1, green: 2, blue: 255))).tint.value)
    #expect(pk.blue == 255)
    let pebble = Pebble(tint: Tint(red: 1, green: 2, blue: 255))
    (pebble.inner, pebble.packed) = (nil, Tint(red: 0, green: 0, blue: 9))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(pebble.snapshot)
    #expect(
      String(decoding: data, as: UTF8.self)
        == ##"{"inner":null,"packed":"AAAJ","tint":"#0102FF"}"##)
    let snapshot = try JSONDecoder().decode(Pebble.Snapshot.self, from: data)
    let copy = try Pebble(snapshot)
    #expect(copy.tint == pebble.tint && copy.inner == nil && copy.packed == pebble.packed)
    let damaged = Data(##"{"inner":null,"packed":"AAAJ","tint":"#01"}"##.utf8)
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Pebble.Snapshot.self, from: damaged)
    }
    #expect(error.map { "\($0)".contains("'#01' is no tint") } == true)
  }

  /// An `EncodingError` was thrown for these.
  @Test func elementsWithACodecNeedNotBeCodable() throws {
    let (red, blue) = (Tint(red: 255, green: 0, blue: 0), Tint(red: 0, green: 0, blue: 255))
    let box = TintBox(
      list: [red, blue], gaps: [nil, red], few: [blue], named: ["sea": blue], counted: [red: 3],
      nested: [[red], []], letters: ["a"])
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(box.snapshot)
    #expect(
      String(decoding: data, as: UTF8.self) == """
        {"counted":["#FF0000",3],"few":["#0000FF"],"gaps":[null,"#FF0000"],"letters":["a"],\
        "list":["#FF0000","#0000FF"],"named":{"sea":"#0000FF"},"nested":[["#FF0000"],[]],"none":null}
        """)
    let copy = try TintBox(JSONDecoder().decode(TintBox.Snapshot.self, from: data))
    #expect(copy.list == box.list && copy.gaps == box.gaps && copy.few == box.few)
    #expect(copy.named == box.named && copy.counted == box.counted && copy.nested == box.nested)
    #expect(copy.letters == ["a"] && copy.none == nil)
  }

  /// A program that receives new objects as JSON had to be sent times and versions.
  @Test func whatTheEngineSetsMayBeMissing() throws {
    try TemporaryStore.run { _, session in
      let json = Data(#"{"name": "Ann"}"#.utf8)
      let snapshot = try JSONDecoder().decode(Coupon.Snapshot.self, from: json)
      #expect(snapshot.version == 0 && snapshot.made.timeIntervalSinceNow > -60)
      let coupon = try Coupon(snapshot)
      try session.save(coupon)
      #expect(coupon.name == "Ann" && coupon.version == 1)
      #expect(failure { try coupon.setValues(snapshot) }?.code == .conflict)
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(Coupon.Snapshot.self, from: Data(#"{"version": 1}"#.utf8))
      }
    }
  }

  @Test func snapshotsRowsAndStoresPrintAsPeopleReadThem() throws {
    try TemporaryStore.run { store, session in
      let harbour = try Harbour.nyborg(in: session)
      harbour.opened = nil
      #expect(
        harbour.snapshot.description.hasPrefix(
          """
          Harbour#1(name: "Ny\u{0301}borg", depth: -0.0, opened: nil, flags: ["a", "b"], \
          berths: [1: "north"], flagship: barge#1, fleet: [#1, barge#1], visitors: [#
          """))
      #expect(
        Barge(name: "Ida", load: 1).bargeSnapshot.description == """
          Barge#new(name: "Ida", length: 0.0, load: 1)
          """)
      let rows = try session.namedRows("SELECT pk, name, depth FROM harbour")
      #expect(rows.map(\.description) == ["(pk: 1, name: \"Ny\u{0301}borg\", depth: -0.0)"])
      let values: [StoredValue] = [.null, .real(0.5), .bytes([0, 255])]
      #expect(values.map(\.description) == ["NULL", "0.5", "X'00FF'"])
      #expect(
        StoredValue.bytes(Array(repeating: 7, count: 20)).description.hasSuffix("07'… 20 bytes"))
      #expect(store.store.description == "Store(\(store.store.name))")
    }
  }

  @Test func aSnapshotOfAnotherObjectIsRefused() throws {
    try TemporaryStore.run { _, session in
      let (first, second) = (Vessel(name: "a"), Vessel(name: "b"))
      try session.save(first)
      try session.save(second)
      #expect(failure { try first.setValues(second.snapshot) }?.code == .invalidValues)
      #expect(first.name == "a" && first.state == .clean)
      try first.setValues(first.snapshot)
      #expect(first.state == .clean)
    }
  }
}

@Persistent private final class TintBox {
  var list: [Tint]
  var gaps: [Tint?]
  var few: Set<Tint>
  var named: [String: Tint]
  var counted: [Tint: Int]
  var nested: [[Tint]]
  var letters: [Character]
  var none: [Tint]?
}

@Persistent private final class Coupon {
  var name: String
  @Column(.createdAt) var made: Date
  @Column(.updatedAt) var changed: Date?
  @Column(.version) var version: Int
  @Transient var life = Lifetime()
}

private struct Tint: Hashable, Sendable {
  var red, green, blue: UInt8
}

extension Tint: ColumnStorable {
  static var columnCodec: TintCodec { TintCodec() }
}

private struct TintCodec: ColumnCodec {
  let identifier = CodecIdentifier("tint")
  let storage = StorageClass.text

  func encode(_ tint: Tint, into column: inout ColumnWriter) {
    column.write(String(format: "#%02X%02X%02X", tint.red, tint.green, tint.blue))
  }

  func decode(from column: borrowing ColumnReader) throws -> Tint {
    let text = try column.text()
    guard text.count == 7, let number = Int(text.dropFirst(), radix: 16) else {
      throw CodecError("'\(text)' is no tint")
    }
    return Tint(
      red: UInt8(number >> 16), green: UInt8(number >> 8 & 255), blue: UInt8(number & 255))
  }
}

private struct PackedTintCodec: ColumnCodec {
  let identifier = CodecIdentifier("packed-tint")
  let storage = StorageClass.bytes

  func encode(_ tint: Tint, into column: inout ColumnWriter) {
    column.write([tint.red, tint.green, tint.blue])
  }

  func decode(from column: borrowing ColumnReader) throws -> Tint {
    let bytes = try Array(column.bytes())
    return Tint(red: bytes[0], green: bytes[1], blue: bytes[2])
  }
}

@Persistent private final class Pebble {
  var tint: Tint
  var inner: Tint?
  @Column(codec: PackedTintCodec()) var packed: Tint?
}

private enum Tone: String, Codable {
  case light, dark
}

@Persistent private final class Pennant {
  var initial: Character?
  var shade: Tone?
}

@Persistent private final class Satchel {
  var main: Emblem?
  var rows: [Emblem] = []
  var others: Set<Emblem> = []
}

@Persistent private final class Emblem {
  var text: String
}

extension Emblem: Codable {
  convenience init(from decoder: any Decoder) throws {
    self.init(text: try decoder.singleValueContainer().decode(String.self))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
