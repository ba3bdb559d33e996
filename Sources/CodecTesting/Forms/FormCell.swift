import PersistentObjectsEngine

/// One cell in memory that keeps exactly what is written, and counts the writes.
final class FormCell: Cells {
  private(set) var form: StoredForm
  private(set) var writes = 0
  private var pinned = UnsafeRawBufferPointer(start: nil, count: 0)

  init(_ form: StoredForm = .null) { self.form = form }

  deinit { pinned.deallocate() }

  private func write(_ form: StoredForm) {
    self.form = form
    writes += 1
  }

  override func setNull(at index: Int) { write(.null) }
  override func set(_ value: Int64, at index: Int) { write(.integer(value)) }
  override func set(_ value: Double, at index: Int) { write(.real(value.bitPattern)) }
  override func setText(_ utf8: UnsafeBufferPointer<UInt8>, at index: Int) {
    write(.text(Array(utf8)))
  }
  override func setBlob(_ bytes: UnsafeRawBufferPointer, at index: Int) {
    write(.blob(Array(bytes)))
  }

  /// The cell as a driver returns it, so never NaN. Bytes are allocated at their exact length, so
  /// that a sanitizer sees a read past the end, and have no address if there are none, as in
  /// SQLite.
  override func cell(at index: Int) -> Cell {
    switch form {
    case .null: return .null
    case .integer(let number): return .integer(number)
    case .real(let bits):
      let number = Double(bitPattern: bits)
      return number.isNaN ? .null : .real(number)
    case .text(let bytes): return .text(pin(bytes))
    case .blob(let bytes): return .blob(pin(bytes))
    }
  }

  private func pin(_ bytes: [UInt8]) -> UnsafeRawBufferPointer {
    pinned.deallocate()
    pinned = UnsafeRawBufferPointer(start: nil, count: 0)
    guard !bytes.isEmpty else { return pinned }
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    copy.copyBytes(from: bytes)
    pinned = UnsafeRawBufferPointer(copy)
    return pinned
  }
}
