import Foundation

@Embeddable public struct Address {
  @Column("road") public var street: String
  @Column(indexed: true, renamedFrom: "town") public var city = "Bonn"
  public let zip: String?
  @Column(unique: true) var `default`: Int
  @Column(codec: PlaceCodec()) var place: Place?
  static let none = 0
  var line: String { street + city }
}

enum Outer {
  @Embeddable private struct Point {
    var x = 0.0
    var y: Double
  }
}
