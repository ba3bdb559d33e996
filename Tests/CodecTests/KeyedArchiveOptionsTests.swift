import Foundation
import PersistentObjects
import PersistentObjectsCodecs
import PersistentObjectsKeyedArchive
import Testing

/// Options given to one property and to a whole store.
struct KeyedArchiveOptionsTests {
  @Test func optionsAreOfOneProperty() throws {
    try withStore { store in
      let text = String(repeating: "compressible ", count: 100)
      try store.blocking.session { session in
        try session.save(Note(plain: Text(text), fast: Text(text), small: nil))
        let sizes = try session.rows(
          "SELECT length(plain), length(fast), hex(substr(fast, 6, 1)) FROM note")
        #expect((1..<600).contains(sizes[0][0].number))
        #expect(sizes[0][1].number > 1300)
        #expect(sizes[0][2] == .text("00"))
      }
      try store.blocking.session { session in
        let notes = try Note.findAll(in: session)
        #expect(notes.map(\.fast.text) == [text])
      }
    }
  }

  @Test func aLimitOfOnePropertyRefusesLargerValues() throws {
    try withStore { store in
      try store.blocking.session { session in
        let long = Text(String(repeating: "x", count: 2000))
        let note = Note(plain: long, fast: long, small: long)
        let error = #expect(throws: PersistenceError.self) { try session.save(note) }
        #expect(error?.code == .encodingFailed && error?.context.property == "small")
        #expect((error?.cause as? KeyedArchiveError)?.code == .limitExceeded)
        note.small = Text("short")
        try session.save(note)
      }
    }
  }

  @Test func optionsAreOfAWholeStore() throws {
    var options = KeyedArchiveOptions()
    options.compressionLevel = 0
    options.maximumRawLength = 4000
    let codecs = CodecRegistry.standard.withFallback(KeyedArchiveProvider(options: options))
    try withStore(codecs: codecs) { store in
      try store.blocking.session { session in
        let text = String(repeating: "a", count: 1000)
        try session.save(Note(plain: Text(text), fast: Text(""), small: nil))
        #expect(try session.rows("SELECT length(plain) FROM note")[0][0].number > 1000)
        let large = Note(plain: Text(text + text + text + text), fast: Text(""), small: nil)
        #expect(throws: PersistenceError.self) { try session.save(large) }
      }
    }
  }

  private func withStore(
    codecs: CodecRegistry = .standard, _ body: (Store) throws -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("archive-options-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("notes.sqlite3").path
    try body(try Store(path: path, codecs: codecs))
  }
}

struct Text: Codable {
  var text: String
  init(_ text: String) { self.text = text }
}

extension KeyedArchiveOptions {
  static var uncompressed: KeyedArchiveOptions {
    var options = KeyedArchiveOptions()
    options.compressionLevel = 0
    return options
  }

  static var tiny: KeyedArchiveOptions {
    var options = KeyedArchiveOptions()
    options.maximumRawLength = 1000
    return options
  }
}

@Persistent final class Note {
  var plain: Text
  @Column(codec: KeyedArchiveCodec<Text>(options: .uncompressed)) var fast: Text
  @Column(codec: KeyedArchiveCodec<Text>(options: .tiny)) var small: Text?
}

extension StoredValue {
  fileprivate var number: Int64 {
    guard case .integer(let value) = self else { return -1 }
    return value
  }
}
