import Foundation
import PersistentObjects

// Two versions of a class whose codecs differ. A test also compiles this file as a client's.

enum Before {
  @Persistent(table: "parcel") final class Parcel {
    var sent: Date
    var returned: Date?
    var count: String
    var `default`: Int
    var signature: Data
    var weights: [String]
    var stops: [Date?]
    var prices: [String: Double]
  }
}

enum After {
  @Persistent(table: "parcel") final class Parcel {
    @Column(codec: DateAsReal()) var sent: Date
    @Column(codec: OptionalCodec(DateAsReal())) var returned: Date?
    var count: Int?
    @Column(codec: Reversed()) var `default`: String
    @Column(codec: Reversed()) var signature: String
    var weights: [Double]
    var stops: [Int?]
    var prices: [Int: String]
  }
}

/// A text in another order.
struct Reversed: ColumnCodec {
  let identifier = CodecIdentifier("reversed")
  let storage = StorageClass.text

  func encode(_ text: String, into column: inout ColumnWriter) throws {
    column.write(String(text.reversed()))
  }

  func decode(from column: borrowing ColumnReader) throws -> String {
    String(try column.text().reversed())
  }
}
