import PersistentObjects
import TestSupport
import Testing

/// Has one field, which is a value that may be nil.
@Embeddable private struct Envelope: Hashable {
  var remarks: Jotting?
}

/// All fields may be nil.
@Embeddable private struct Jotting: Hashable {
  var text: String?
  var stars: Int?
}

@Persistent private final class Album {
  var name: String
  var cover: Jotting
  var note: Jotting?
  var envelope: Envelope?
  var notes: [Jotting?] = []
  var byName: [String: Jotting?] = [:]
  var envelopes: [Envelope] = []
  var pages: [[Jotting?]] = []
  var extra: [Jotting]?
}

/// Tells nil from values whose fields are all nil, which other libraries confuse.
@Suite struct AbsentValueTests {
  /// Returns the album as it comes back from the file.
  private static func readBack<Value>(
    _ album: @autoclosure () -> Album, _ value: (Album) -> Value
  ) throws -> Value? {
    var result: Value?
    try TemporaryStore.run { store, session in
      try session.given(album())
      result = try Album.query.findFirst(in: Session(store: store.store)).map(value)
    }
    return result
  }

  // An owned type whose fields are all nil became nil: efcore #20882, #23564.
  @Test func aValueWithoutFieldsIsNoNil() throws {
    let note = try Self.readBack(Album(name: "a", cover: Jotting(), note: Jotting()), \.note)
    #expect(note == .some(Jotting()))
  }

  @Test func aRequiredValueWithoutFieldsComesBack() throws {
    let cover = try Self.readBack(Album(name: "a", cover: Jotting()), \.cover)
    #expect(cover == Jotting())
  }

  // A nested owned type whose fields are all nil became nil, or took the outer one with it: efcore
  // #25359.
  @Test(arguments: [
    nil, Envelope(), Envelope(remarks: Jotting()), Envelope(remarks: Jotting(stars: 0)),
  ])
  private func aNestedValueWithoutFieldsIsNoNil(_ envelope: Envelope?) throws {
    let read = try Self.readBack(
      Album(name: "a", cover: Jotting(), envelope: envelope), \.envelope)
    #expect(read == .some(envelope))
  }

  @Test func onlyTheLevelsThatAreNilAreNULL() throws {
    try TemporaryStore.run { store, session in
      for envelope in [nil, Envelope(), Envelope(remarks: Jotting())] {
        try session.given(Album(name: "a", cover: Jotting(), envelope: envelope))
      }
      #expect(
        try store.rows(
          "SELECT envelope, envelope_remarks, envelope_remarks_text FROM album ORDER BY pk")
          == ["NULL|NULL|NULL", "1|NULL|NULL", "1|1|NULL"])
      #expect(try Album.where { $0.envelope == nil }.count(in: session) == 1)
      #expect(try Album.where { $0.envelope.remarks == nil }.count(in: session) == 2)
      #expect(try Album.where { $0.envelope == Envelope() }.count(in: session) == 1)
    }
  }

  // An empty element was stored where an optional one was nil: pillarbox-apple #1513.
  @Test func aNilElementIsNoEmptyOne() throws {
    let notes = [nil, Jotting(), Jotting(text: ""), nil, Jotting(stars: 0)]
    let read = try Self.readBack(Album(name: "a", cover: Jotting(), notes: notes), \.notes)
    #expect(read == notes)
    let byName = ["nil": nil, "empty": Jotting(), "stars": Jotting(stars: 0)]
    let readByName = try Self.readBack(
      Album(name: "a", cover: Jotting(), byName: byName), \.byName)
    #expect(readByName == byName)
  }

  @Test func anOptionalInsideAnElementComesBack() throws {
    let envelopes = [
      Envelope(), Envelope(remarks: Jotting()), Envelope(remarks: Jotting(text: "x")),
    ]
    let read = try Self.readBack(
      Album(name: "a", cover: Jotting(), envelopes: envelopes), \.envelopes)
    #expect(read == envelopes)
    let pages = [[nil], [], [Jotting(), nil]]
    let readPages = try Self.readBack(Album(name: "a", cover: Jotting(), pages: pages), \.pages)
    #expect(readPages == pages)
  }

  @Test(arguments: [nil, [], [Jotting()]])
  private func anOptionalCollectionIsNilOrEmpty(_ extra: [Jotting]?) throws {
    let read = try Self.readBack(Album(name: "a", cover: Jotting(), extra: extra), \.extra)
    #expect(read == .some(extra))
  }

  @Test func anOptionalCollectionChangesTogetherWithAValue() throws {
    try TemporaryStore.run { store, session in
      let album = Album(name: "a", cover: Jotting(), extra: nil)
      try session.given(album)
      album.cover.stars = 1
      album.extra = []
      let statements = try store.statements { try session.save() }
      #expect(
        statements.filter { $0.hasPrefix("UPDATE") }
          == ["UPDATE album SET cover_stars = ?2, extra = ?3 WHERE pk = ?1"])
      let read = try #require(try Album.query.findFirst(in: Session(store: store.store)))
      #expect(read.cover == Jotting(stars: 1) && read.extra == .some([]))
    }
  }

  @Test func elementsChangeBetweenNilAndEmpty() throws {
    try TemporaryStore.run { store, session in
      let album = Album(name: "a", cover: Jotting(), notes: [nil, Jotting(), Jotting(stars: 1)])
      try session.given(album)
      album.notes = [Jotting(), nil, Jotting()]
      try session.save()
      let read = try #require(try Album.query.findFirst(in: Session(store: store.store)))
      #expect(read.notes == [Jotting(), nil, Jotting()])
    }
  }
}
