import Foundation
import PersistentObjects

@Embeddable struct GeoPoint: Hashable {
  var latitude: Double
  var longitude: Double
}

@Embeddable struct Residence: Hashable {
  var street: String
  @Column(indexed: true) var city: String
  var zip: String?
  var point: GeoPoint?
}

/// All fields may be nil.
@Embeddable struct Opinion: Hashable {
  var text: String?
  var stars: Int?
}

/// The one field is a value that may be nil.
@Embeddable struct Envelope: Hashable {
  var opinion: Opinion?
}

/// A value without a plain field that cannot be nil: that is in a value of its own.
@Embeddable struct Parcel: Hashable {
  var opinion: Opinion
  var address: Residence
  var envelope: Envelope?
}

@Embeddable struct Line: Hashable {
  let code: String
  var quantity: Int
  var price: Price
  var remark: String?
}

/// All fields are plain values, so that it can be an element of a set.
@Embeddable struct Label: Hashable {
  var name: String
  var size: Int
}

struct Price: Hashable {
  var amount: Decimal
  var currency: String
}

extension Price: Embeddable {
  static var compositeCodec: PriceCodec { PriceCodec() }
}

struct PriceCodec: CompositeCodec {
  let identifier = CodecIdentifier("price")
  let fields = [
    CompositeField("amount", \Price.amount), CompositeField("currency", \Price.currency),
  ]

  func encode(_ price: Price, into fields: inout FieldWriter) throws {
    try fields.write(price.amount)
    try fields.write(price.currency)
  }

  func decode(from fields: inout FieldReader) throws -> Price {
    Price(amount: try fields.read(), currency: try fields.read())
  }
}

/// A value and its unit, which is stored as what it means in kilograms, too.
struct Weight: Hashable {
  var value: Double
  var unit: String?
}

struct WeightCodec: CompositeCodec {
  let identifier = CodecIdentifier("weight")
  let fields = [
    CompositeField("unit", \Weight.unit), CompositeField("value", \Weight.value),
    CompositeField("kilograms", of: Double.self),
  ]

  func encode(_ weight: Weight, into fields: inout FieldWriter) throws {
    try fields.write(weight.unit)
    try fields.write(weight.value)
    try fields.write(weight.unit == "g" ? weight.value / 1000 : weight.value)
  }

  func decode(from fields: inout FieldReader) throws -> Weight {
    let (unit, value): (String?, Double) = (try fields.read(), try fields.read())
    let _: Double = try fields.read()
    return Weight(value: value, unit: unit)
  }
}

struct SpanCodec: CompositeCodec {
  let identifier = CodecIdentifier("span")
  let fields = [
    CompositeField("lower", \Range<Date>.lowerBound),
    CompositeField("upper", \Range<Date>.upperBound),
  ]

  func encode(_ span: Range<Date>, into fields: inout FieldWriter) throws {
    try fields.write(span.lowerBound)
    try fields.write(span.upperBound)
  }

  func decode(from fields: inout FieldReader) throws -> Range<Date> {
    let (lower, upper): (Date, Date) = (try fields.read(), try fields.read())
    guard lower <= upper else { throw CodecError("the span ends before it begins") }
    return lower..<upper
  }
}
