import Foundation
import PersistentObjects

@Embeddable struct Position: Hashable {
  var latitude: Double
  var longitude: Double
}

@Embeddable struct PostalAddress: Hashable {
  var street: String
  @Column(indexed: true) var city: String
  var zip: String? = nil
}

/// All fields may be nil, so a column of its own tells nil from a value.
@Embeddable struct Remarks: Equatable {
  var short: String?
  var stars: Int?
}

@Embeddable struct Place: Equatable {
  var name: String
  var address: PostalAddress
  var position: Position?
  var remarks: Remarks?
}

struct DateRangeCodec: CompositeCodec {
  let identifier = CodecIdentifier("date-range")
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

@Persistent final class Resident {
  var name: String
  var home: PostalAddress
  var work: PostalAddress?
  var remarks: Remarks?

  static let indices: [Index<Resident>] = [[\.home.zip, \.name]]
}

@Persistent final class Trip {
  var title: String
  var goal: Place
  var detour: Place?
  @Column(codec: DateRangeCodec()) var stay: Range<Date>
  @Column(codec: DateRangeCodec()) var reserve: Range<Date>?
}

@Embeddable struct OrderLine: Hashable {
  let product: String
  var quantity: Int
  var price: Decimal
  var note: String?
}

/// A set whose elements may have a field that is nil, which a key cannot be.
@Persistent final class WishList {
  var places: Set<PostalAddress> = []
}

@Persistent final class Cartload {
  var lines: [OrderLine] = []
  var byCode: [String: OrderLine] = [:]
  var visited: Set<Position> = []
  var stops: [Place?] = []
  var rounds: [[OrderLine]] = []
}

/// A class with rules and a key by fields.
@Persistent final class Dweller {
  var home: PostalAddress
  var name: String = ""
  var spot: Position?

  static let indices: [Index<Dweller>] = [.unique(\.home.street)]
  static let rules: [Rule<Dweller>] = [.notEmpty(\.home.city)]
}

/// Dictionaries by keys of several columns.
@Persistent final class StarMap {
  var labels: [Position: String] = [:]
  var places: [Position: PostalAddress] = [:]
}
