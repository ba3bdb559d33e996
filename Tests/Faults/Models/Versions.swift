import PersistentObjects

// Classes of an earlier program, and the corresponding classes of the present one.

/// Text in capitals, for `recode`.
struct LoudText: ColumnCodec {
  let identifier = CodecIdentifier("loud-text")
  let storage = StorageClass.text

  func encode(_ text: String, into column: inout ColumnWriter) { column.write(text.uppercased()) }
  func decode(from column: borrowing ColumnReader) throws -> String { try column.text() }
}

enum Earlier {
  @Persistent final class Leaflet {
    var title: String
    var motto: String
    var size: Int
    var marks: [String] = []
  }

  @Persistent final class Poster {
    var title: String
  }
}

enum Present {
  /// The class without size and marks, with another codec, and with a new property.
  @Persistent final class Leaflet {
    var title: String
    @Column(codec: LoudText()) var motto: String
    @Column(indexed: true) var edition: Int = 1
    var readers: Set<String> = []
  }
}
