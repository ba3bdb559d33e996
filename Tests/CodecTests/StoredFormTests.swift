import PersistentObjects
import PersistentObjectsCodecTesting
import PersistentObjectsCodecs
import PersistentObjectsDriver
import PersistentObjectsEngine
import Testing

struct StoredFormTests {
  private static let samples: [StoredValue] = [
    .integer(.min), .integer(1), .real(-0.0), .real(.infinity), .text(""), .text("a\0é"),
    .bytes([]),
    .bytes([0, 255]),
  ]

  @Test func keepsWhateverIsStored() async throws {
    let codec = StoredForm("odd", storage: .any)
    try await verifyCodec(codec, samples: Self.samples)
    for sample in Self.samples { #expect(try codec.stored(sample) == sample) }
  }

  @Test func keepsTextsInAColumnOfTexts() async throws {
    try await verifyCodec(
      StoredForm("odd", storage: .text), samples: [.text("a"), .text("")],
      generator: { .text($0.text()) })
  }

  @Test func nullIsNoValue() throws {
    let codec = StoredForm("odd", storage: .any)
    #expect(throws: CodecError.self) { _ = try codec.stored(.null) }
    let cells = RowBatch(width: 1)
    #expect(throws: CodecError.self) {
      let reader = ColumnReader(cells, at: 0)
      _ = try codec.decode(from: reader)
    }
  }

  @Test func claimsTheVersionsThatRowsMayHave() {
    let codec = StoredForm("odd", version: 4, oldestVersion: 2, storage: .bytes)
    #expect(codec.identifier == CodecIdentifier("odd", version: 4))
    #expect((1...5).filter(codec.canRead) == [2, 3, 4])
    #expect((1...5).filter(StoredForm("odd", version: 3, storage: .any).canRead) == [3])
    // Wrong versions, which must not trap.
    #expect(
      (1...9).filter(StoredForm("odd", version: 3, oldestVersion: 9, storage: .any).canRead) == [
        3, 9,
      ])
  }

  @Test func aMappedCodecOfTheSameStoredFormReadsWhatItsBaseReads() {
    let base = StoredForm("odd", version: 4, oldestVersion: 2, storage: .text)
    let same = base.map(base.identifier, to: { $0 }, from: { $0 })
    let other = base.map(CodecIdentifier("other", version: 4), to: { $0 }, from: { $0 })
    #expect((1...5).filter(same.canRead) == [2, 3, 4])
    #expect((1...5).filter(other.canRead) == [4])
  }
}
