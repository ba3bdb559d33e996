import PersistentObjects
import PersistentObjectsDriver

/// A hash of a store's contents: its tables, keys and stored forms, independent of the database's
/// own layout. Backup, vacuum, export and load leave it unchanged.
///
/// ```
/// checksum = the sum, modulo 2²⁵⁶, of the SHA-256 of all rows: their order does not count
/// row      = text of the table's name, then key and cell for each column that is not NULL, in the order of
///            the columns' names
/// cell     = text of the column's name, value
/// value    = 1 integer | 2 the bits of a double | 3 text | 4 bytes      the kind in one byte
/// text     = the number of bytes in UTF-8, the bytes; bytes are the same
/// integer  = 8 bytes, as all numbers little-endian
/// ```
///
/// The columns are the keys, and those that the file records. Positions in an array are hashed as
/// ranks, so that gaps do not count.
public struct ContentChecksum: Hashable, Sendable {
  /// The sum, with the most significant word first.
  private var words: [UInt64] = [0, 0, 0, 0]
  /// The number of hashed rows.
  public private(set) var rowCount = 0

  /// Creates the checksum of nothing.
  public init() {}

  /// Adds another checksum.
  public mutating func add(_ other: ContentChecksum) {
    add(other.words)
    rowCount += other.rowCount
  }

  /// Adds the row of a finished hash.
  mutating func add(_ row: consuming RowHash) {
    add(row.finish())
    rowCount += 1
  }

  private mutating func add(_ other: [UInt64]) {
    var carry: UInt64 = 0
    for index in words.indices.reversed() {
      let (sum, overflow) = words[index].addingReportingOverflow(other[index])
      let (total, more) = sum.addingReportingOverflow(carry)
      words[index] = total
      carry = overflow || more ? 1 : 0
    }
  }
}

extension ContentChecksum: CustomStringConvertible {
  /// The checksum as 64 hexadecimal digits.
  public var description: String { SHA256.hexadecimal(words) }
}

/// Hashes one row, cell by cell.
struct RowHash {
  private var hash = SHA256()

  init(table: String) { add(table) }

  mutating func add(_ column: String, _ cell: Cell) {
    if case .null = cell { return }
    add(column)
    switch cell {
    case .null: break
    case .integer(let integer): add(kind: 1, UInt64(bitPattern: integer))
    case .real(let real): add(kind: 2, real.bitPattern)
    case .text(let utf8): add(kind: 3, UnsafeRawBufferPointer(utf8))
    case .bytes(let bytes): add(kind: 4, bytes)
    }
  }

  mutating func finish() -> [UInt64] { hash.finish() }

  private mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  private mutating func add(kind: UInt8, _ word: UInt64) {
    add(kind)
    add(word)
  }

  private mutating func add(kind: UInt8, _ bytes: UnsafeRawBufferPointer) {
    add(kind)
    add(bytes)
  }

  private mutating func add(_ bytes: UnsafeRawBufferPointer) {
    add(UInt64(bytes.count))
    hash.update(bytes)
  }

  private mutating func add(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { hash.update($0) }
  }
}
