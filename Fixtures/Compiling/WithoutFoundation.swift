// The types of Foundation that a persistent class may have without an import of Foundation.

import PersistentObjects

@Persistent final class Note {
  var text: String
  var made: Date = Date()
  var link: URL?
  var photo = Data()
  var price: Decimal = 1.5
  var id: UUID = UUID()
  @Column(.updatedAt) var changed: Date?
}

func lastNotes(since date: Date, in session: Session) throws -> [UUID] {
  try Note.find(in: session) { $0.made > date && $0.price < 3 }.map(\.id)
}

func make() -> Note { Note(text: "", link: URL(string: "https://a.org"), photo: Data([1, 2])) }
