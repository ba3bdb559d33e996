import PersistentObjectsDriver

/// Bytes that represent a cell of any kind and sort as such cells do: numbers by value, then texts,
/// then blobs, each byte by byte.
///
///     cell   = number | 0x20 text | 0x30 blob
///     number = 0x10 double residue kind
///     double   the greatest double that is not greater than the number, its bits made sortable; 8 bytes
///     residue  the number less the double; 2 bytes, 0 for a double
///     kind     0 for an integer, 1 for a double, 2 for −0
enum SortableCell {
  static let number: UInt8 = 0x10
  static let text: UInt8 = 0x20
  private static let blob: UInt8 = 0x30

  // MARK: Writing

  /// Adds the bytes of a cell, which must not be NULL.
  static func append(_ cell: Cell, to bytes: inout [UInt8]) {
    switch cell {
    case .null: break
    case .integer(let value):
      let floor = floor(of: value)
      append(
        floor, residue: UInt16(truncatingIfNeeded: residue(of: value, above: floor)), kind: 0,
        to: &bytes)
    case .real(let value):
      append(
        value == 0 ? 0 : value, residue: 0, kind: value == 0 && value.sign == .minus ? 2 : 1,
        to: &bytes)
    case .text(let utf8):
      bytes.append(text)
      bytes += utf8
    case .bytes(let content):
      bytes.append(blob)
      bytes += content
    }
  }

  private static func append(
    _ double: Double, residue: UInt16, kind: UInt8, to bytes: inout [UInt8]
  ) {
    bytes.append(number)
    let bits = double.bitPattern
    bytes.append(bigEndian: double.sign == .minus ? ~bits : bits | 1 << 63)
    bytes.append(bigEndian: residue)
    bytes.append(kind)
  }

  private static func floor(of value: Int64) -> Double {
    let nearest = Double(value)
    // 2^63 is not an `Int64`, and is above all of them.
    guard let rounded = Int64(exactly: nearest), rounded <= value else { return nearest.nextDown }
    return nearest
  }

  private static func residue(of value: Int64, above floor: Double) -> Int64 {
    value - (Int64(exactly: floor) ?? .min)
  }

  // MARK: Reading

  /// Returns the cell that bytes represent, valid as long as they are; nil for other bytes.
  static func cell(_ bytes: UnsafeRawBufferPointer) -> Cell? {
    switch bytes.first {
    case text: return .text(UnsafeRawBufferPointer(rebasing: bytes.dropFirst()))
    case blob: return .bytes(UnsafeRawBufferPointer(rebasing: bytes.dropFirst()))
    case number where bytes.count == 12: return numberCell(bytes)
    default: return nil
    }
  }

  private static func numberCell(_ bytes: UnsafeRawBufferPointer) -> Cell? {
    let sortable = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 1, as: UInt64.self))
    let residue = UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: 9, as: UInt16.self))
    let double = Double(bitPattern: sortable >> 63 == 1 ? sortable & ~(1 << 63) : ~sortable)
    switch bytes[11] {
    case 0:
      guard let floor = Int64(exactly: double) else { return nil }
      let (value, isBeyond) = floor.addingReportingOverflow(Int64(residue))
      return isBeyond ? nil : .integer(value)
    case 1: return .real(double)
    case 2: return .real(-0.0)
    default: return nil
    }
  }
}

extension [UInt8] {
  mutating func append(bigEndian value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
  }
}
