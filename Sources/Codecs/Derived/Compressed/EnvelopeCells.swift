import PersistentObjectsEngine
import PersistentObjectsKeyedArchive

// The cells that the codec inside a `CompressedCodec` sees. They copy nothing.

/// A cell that puts the text or the bytes written to it into an envelope.
final class SealingCell: Cells {
  private let options: KeyedArchiveOptions
  /// The envelope, or the error that prevented it; nil until text or bytes were written.
  private(set) var envelope: Result<[UInt8], any Error>?

  init(_ options: KeyedArchiveOptions) { self.options = options }

  override func setNull(at index: Int) { envelope = nil }
  override func set(_ value: Int64, at index: Int) { envelope = nil }
  override func set(_ value: Double, at index: Int) { envelope = nil }

  override func setText(_ utf8: UnsafeBufferPointer<UInt8>, at index: Int) {
    setBlob(.init(utf8), at: index)
  }

  override func setBlob(_ bytes: UnsafeRawBufferPointer, at index: Int) {
    envelope = Result { try ArchiveEnvelope.seal(bytes, options: options) }
  }
}

/// A cell that shows the bytes of an opened envelope. It must not outlive them.
final class OpenedCell: Cells {
  private let content: Cell

  init(_ content: UnsafeRawBufferPointer, as storage: StorageClass) {
    self.content = storage == .text ? .text(content) : .blob(content)
  }

  override func cell(at index: Int) -> Cell { content }
}
