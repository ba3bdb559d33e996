import Foundation
import PersistentObjects
import TestSupport

// Classes whose objects have versions.

@Persistent final class Folio {
  var name: String
  var amount: Int = 0
  var lines: [String] = []
  var home: Address?
  @Inverse(\Posting.folio) var postings: [Posting] = []
  @Column(.version) var version: Int
}

@Persistent final class Posting {
  var text: String
  @Column(onDelete: .cascade) var folio: Folio?
  @Column("revision", .version) var version: Int32
}

/// A version that subclasses inherit.
@Persistent class Document {
  var title: String
  @Column(.version) var version: Int64
}

@Persistent final class Letter: Document {
  var text: String = ""
  @Column(unique: true) var number: Int?
  @Column(.updatedAt) var changed: Date?
  @Transient var log: [String] = []

  init(title: String, number: Int? = nil) {
    self.number = number
    super.init(title: title)
  }

  func willUpdate() { text += "!" }
  func didUpdate() { log.append("\(version)") }
}

extension Folio {
  static func cash() -> Folio { Folio(name: "cash", amount: 10, lines: ["a"]) }
}
