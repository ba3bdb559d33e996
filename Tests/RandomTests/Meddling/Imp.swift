import PersistentObjects
import TestSupport

/// A class whose code all meddles with the session that is calling it.
@Persistent class Imp {
  var label: Whisper
  var friend: Imp?
  var crowd: [Imp] = []
  @Transient var life = Lifetime()

  init(label: Whisper) { self.label = label }

  deinit { Theatre.current?.meddle(.death) }

  static let rules: [Rule<Imp>] = [
    Rule("hears") { _ in
      Theatre.current?.meddle(.hook)
      return true
    }
  ]

  func willSave() { Theatre.current?.meddle(.hook) }
  func didSave() { Theatre.current?.meddle(.hook) }
  func willDelete() { Theatre.current?.meddle(.hook) }
  func didDelete() { Theatre.current?.meddle(.hook) }
  func didRevert() { Theatre.current?.meddle(.hook) }
  func didLoad() { Theatre.current?.meddle(.hook) }
}

/// Its objects are destroyed in two steps.
@Persistent final class Gremlin: Imp {
  var rival: Imp?

  override init(label: Whisper) { super.init(label: label) }

  deinit { Theatre.current?.meddle(.death) }
}

/// A text whose codec meddles.
struct Whisper: ColumnStorable, Equatable, Sendable {
  static let columnCodec = WhisperCodec()

  let text: String
}

struct WhisperCodec: ColumnCodec {
  let identifier = CodecIdentifier("whisper")
  let storage = StorageClass.text

  func encode(_ value: Whisper, into column: inout ColumnWriter) throws {
    Theatre.current?.meddle(.encoding)
    column.write(value.text)
  }

  func decode(from column: borrowing ColumnReader) throws -> Whisper {
    Theatre.current?.meddle(.decoding)
    return Whisper(text: try column.text())
  }
}
