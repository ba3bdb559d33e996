import Foundation

public struct Address {
  public var street: String
  public var city = "Bonn"
  public let zip: String?
  var `default`: Int
  var place: Place?
  static let none = 0
  var line: String { street + city }
}

enum Outer {
  private struct Point {
    var x = 0.0
    var y: Double
  }
}

nonisolated extension Address: PersistentObjects.Embeddable {
  /// The codec that stores a value in several columns.
  public struct _Composite: PersistentObjects.CompositeCodec {
    public let identifier = PersistentObjects.CodecIdentifier("embeddable(Address)")
    public let fields: [PersistentObjects.CompositeField<Address>] = [
      .init("street", \Address.street, column: "road"),
      .init("city", \Address.city, renamedFrom: ["town"], indexed: true, default: { "Bonn" }),
      .init("zip", \Address.zip),
      .init("default", \Address.`default`, unique: true),
      .init("place", \Address.place, codec: PlaceCodec()),
    ]
    public func encode(
      _ value: Address, into fields: inout PersistentObjects.FieldWriter
    ) throws {
      try fields.write(value.street)
      try fields.write(value.city)
      try fields.write(value.zip)
      try fields.write(value.`default`)
      try fields.write(value.place)
    }
    public func decode(
      from fields: inout PersistentObjects.FieldReader
    ) throws -> Address {
      try Address(_fields: &fields)
    }
  }

  /// The codec that stores a value in several columns.
  public static var compositeCodec: _Composite { _Composite() }

  fileprivate init(_fields fields: inout PersistentObjects.FieldReader) throws {
    self.street = try fields.read((String).self)
    self.city = try fields.read((String).self)
    self.zip = try fields.read((String?).self)
    self.`default` = try fields.read((Int).self)
    self.place = try fields.read((Place?).self)
  }
}

nonisolated extension Outer.Point: PersistentObjects.Embeddable {
  /// The codec that stores a value in several columns.
  fileprivate struct _Composite: PersistentObjects.CompositeCodec {
    fileprivate let identifier = PersistentObjects.CodecIdentifier("embeddable(Point)")
    fileprivate let fields: [PersistentObjects.CompositeField<Outer.Point>] = [
      .init("x", \Outer.Point.x, default: { 0.0 }),
      .init("y", \Outer.Point.y),
    ]
    fileprivate func encode(
      _ value: Outer.Point, into fields: inout PersistentObjects.FieldWriter
    ) throws {
      try fields.write(value.x)
      try fields.write(value.y)
    }
    fileprivate func decode(
      from fields: inout PersistentObjects.FieldReader
    ) throws -> Outer.Point {
      try Outer.Point(_fields: &fields)
    }
  }

  /// The codec that stores a value in several columns.
  fileprivate static var compositeCodec: _Composite { _Composite() }

  fileprivate init(_fields fields: inout PersistentObjects.FieldReader) throws {
    self.x = try fields.read((Double).self)
    self.y = try fields.read((Double).self)
  }
}
