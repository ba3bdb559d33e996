import Foundation
import PersistentObjects
import TestSupport
import Testing

/// Values of several columns that are not `Codable`, in the JSON of snapshots.
@Suite struct CompositeSnapshotTests {
  private static let bonn = PostalAddress(street: "Markt 1", city: "Bonn")

  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func decoded<Values: ObjectSnapshot>(_ snapshot: Values) throws -> Values {
    try JSONDecoder().decode(Values.self, from: Data(json(snapshot).utf8))
  }

  @Test func aValueIsAnObjectOfItsFields() throws {
    let eve = Resident(name: "Eve", home: Self.bonn, remarks: Remarks(short: nil, stars: nil))
    #expect(
      try json(eve.snapshot)
        == #"{"home":{"city":"Bonn","street":"Markt 1"},"name":"Eve","remarks":{},"work":null}"#)
    let copy = try Resident(decoded(eve.snapshot))
    #expect(copy.home == Self.bonn && copy.work == nil && copy.remarks == eve.remarks)
  }

  @Test func fieldsAreCodedByTheirTypesOrTheirCodecs() throws {
    let place = Place(
      name: "Inn", address: Self.bonn, position: Position(latitude: 50.7, longitude: -0.0))
    let day = Date(timeIntervalSinceReferenceDate: 86_400)
    let trip = Trip(title: "T", goal: place, detour: place, stay: day..<day + 0.1)
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(trip.snapshot), as: UTF8.self)
    #expect(
      text.contains(
        #""goal":{"address":{"city":"Bonn","street":"Markt 1"},"name":"Inn","position":{"latitude":50.7,"longitude":-0}}"#
      ), "\(text)")
    let copy = try Trip(decoded(trip.snapshot))
    #expect(copy.goal == place && copy.detour == place && copy.stay == trip.stay)
    #expect(copy.goal.position?.longitude.sign == .minus && copy.reserve == nil)
  }

  @Test(arguments: [
    (Payment.cash, #"{"case":"cash"}"#),
    (.transfer("DE1"), #"{"case":"transfer","transfer":"DE1"}"#),
    (.voucher(nil), #"{"case":"voucher"}"#),
    (.split(1, 2), #"{"case":"split","split":{"_0":1,"_1":2}}"#),
    (.hint(text: nil, stars: nil), #"{"case":"hint"}"#),
    (
      .card(number: "4", expiry: Date(timeIntervalSinceReferenceDate: 1.5)),
      #"{"card":{"expiry":1.5,"number":"4"},"case":"card"}"#
    ),
    (
      .onSite(Position(latitude: 1, longitude: 2)),
      #"{"case":"onSite","onSite":{"latitude":1,"longitude":2}}"#
    ),
  ])
  func anEnumHasItsCaseAndTheValuesOfIt(payment: Payment, expected: String) throws {
    let checkout = Checkout(title: "", payment: payment, stage: .inWork)
    checkout.parts = [payment, .cash]
    checkout.byName = ["a": payment]
    checkout.deposit = Deposit(amount: 1, payment: payment, refund: payment)
    let text = try json(checkout.snapshot)
    #expect(text.contains(#""payment":\#(expected),"second":null,"stage":{"case":"in_work"}"#))
    #expect(text.contains(#""parts":[\#(expected),{"case":"cash"}]"#), "\(text)")
    let copy = try Checkout(decoded(checkout.snapshot))
    #expect(copy.payment == payment && copy.second == nil && copy.stage == .inWork)
    #expect(copy.parts == checkout.parts && copy.byName == checkout.byName)
    #expect(copy.deposit == checkout.deposit)
  }

  @Test func collectionsHaveTheirElements() throws {
    let line = OrderLine(product: "A", quantity: 2, price: 1.25, note: nil)
    let spot = Position(latitude: 1, longitude: 2)
    let cart = Cartload(
      lines: [line], byCode: ["x": line], visited: [spot],
      stops: [nil, Place(name: "Inn", address: Self.bonn)], rounds: [[], [line]])
    let map = StarMap(labels: [spot: "s"], places: [spot: Self.bonn])
    let copy = try Cartload(decoded(cart.snapshot))
    #expect(copy.lines == cart.lines && copy.byCode == cart.byCode && copy.stops == cart.stops)
    #expect(copy.visited == cart.visited && copy.rounds == cart.rounds)
    let other = try StarMap(decoded(map.snapshot))
    #expect(other.labels == map.labels && other.places == map.places)
  }

  @Test(arguments: [
    (#"{"street":"M"}"#, "city"), (#"{"street":"M","city":7}"#, "city"), ("null", "home"),
  ])
  func whatHasNoValueIsAnErrorAtTheField(home: String, field: String) throws {
    for property in ["home", "work"] where home != "null" || property == "home" {
      let rest = property == "work" ? #","home":{"street":"M","city":"B"}"# : ""
      let text = #"{"name":"Eve","\#(property)":\#(home)\#(rest)}"#
      let error = #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(Resident.Snapshot.self, from: Data(text.utf8))
      }
      #expect("\(String(describing: error))".contains(field))
    }
  }
}
