import Foundation
import PersistentObjects

/// One cell that reuses its memory, so that the codec is measured and nothing else.
final class ReusedCell: Cells {
  private var kind = StoredKind.null
  private var integer: Int64 = 0
  private var real = 0.0
  private var bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 16)
  private var count = 0

  deinit { bytes.deallocate() }

  /// The number of bytes in SQLite for the value in a row, without the two or three bytes that
  /// every value has.
  var storedBytes: Int {
    switch kind {
    case .null: 0
    case .integer: Self.width(of: integer)
    case .real: 8
    case .text, .blob: count
    }
  }

  /// Integers take 0, 1, 2, 3, 4, 6 or 8 bytes.
  private static func width(of value: Int64) -> Int {
    if value == 0 || value == 1 { return 0 }
    let bits = 65 - (value < 0 ? ~value : value).leadingZeroBitCount
    return [1, 2, 3, 4, 6].first { bits <= $0 * 8 } ?? 8
  }

  override func setNull(at index: Int) { kind = .null }

  override func set(_ value: Int64, at index: Int) {
    kind = .integer
    integer = value
  }

  override func set(_ value: Double, at index: Int) {
    kind = .real
    real = value
  }

  override func setText(_ utf8: UnsafeBufferPointer<UInt8>, at index: Int) {
    keep(UnsafeRawBufferPointer(utf8), .text)
  }

  override func setBlob(_ bytes: UnsafeRawBufferPointer, at index: Int) { keep(bytes, .blob) }

  private func keep(_ source: UnsafeRawBufferPointer, _ kind: StoredKind) {
    self.kind = kind
    count = source.count
    if count > bytes.count {
      bytes.deallocate()
      bytes = .allocate(byteCount: count * 2, alignment: 16)
    }
    bytes.copyMemory(from: source)
  }

  override func cell(at index: Int) -> Cell {
    switch kind {
    case .null: .null
    case .integer: .integer(integer)
    case .real: .real(real)
    case .text: .text(content)
    case .blob: .blob(content)
    }
  }

  private var content: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[..<count])
  }
}
