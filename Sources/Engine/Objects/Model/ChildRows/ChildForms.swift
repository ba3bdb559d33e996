import PersistentObjectsDriver

/// The rows of a collection as they are stored, which can be compared without making a value from
/// each cell. A row has the cells of its key, if it has one, then those of its element.
final class ChildForms {
  /// The cells; codecs write to the row that was added last.
  let rows = RowBatch()
  let keyWidth: Int
  private let width: Int
  /// Whether an array's rows, if they were read, are numbered from 0 without gaps.
  var isDense = true
  /// Whether only the keys were written: elements are collections, each of which is compared with
  /// the former one by itself.
  var areKeysOnly = false
  /// Whether elements are collections, whose rows are in one cell as bytes.
  private let isNested: Bool

  init(keyWidth: Int, elementWidth: Int, isNested: Bool) {
    self.keyWidth = keyWidth
    self.isNested = isNested
    width = keyWidth + elementWidth
    rows.begin(width: width)
  }

  var count: Int { rows.count }

  func removeAll() { rows.begin(width: width) }

  /// Returns the stored form of a row's key.
  func key(_ row: Int) -> CellsForm { CellsForm(cells: rows[row][0..<keyWidth]) }

  /// Returns the stored form of a row's element.
  func element(_ row: Int) -> CellsForm {
    CellsForm(cells: rows[row][keyWidth..<width], isOfRows: isNested)
  }

  /// Whether an element may differ from a former one.
  func mayDiffer(_ row: Int, from former: ChildForms, at formerRow: Int) -> Bool {
    areKeysOnly || former.element(formerRow) != element(row)
  }

  /// Whether the rows are those of another collection, in whatever order.
  func haveSameRows(as other: ChildForms) -> Bool {
    count == other.count && bytes(sorted: true) == other.bytes(sorted: true)
  }

  /// Returns the rows of a collection as bytes, in an order that depends only on the rows:
  ///
  ///     rows  = count row …
  ///     row   = cell …
  ///     cell  = kind byte [integer | real | count byte …]      numbers and counts are 8 bytes
  func bytes(sorted: Bool) -> [UInt8] {
    let rows = (0..<count).map { key($0).bytes + element($0).bytes }
    let ordered = sorted ? rows.sorted { $0.lexicographicallyPrecedes($1) } : rows
    return withUnsafeBytes(of: UInt64(count)) { Array($0) } + ordered.joined()
  }
}

/// The cells of a key or an element as they are stored, for comparing them and for writing them to
/// a statement. They belong to a ``ChildForms``, which must not change meanwhile.
struct CellsForm: Hashable {
  let cells: Row
  /// Whether a blob represents the rows of a collection.
  var isOfRows = false

  static func == (left: CellsForm, right: CellsForm) -> Bool {
    left.cells.count == right.cells.count
      && (0..<left.cells.count).allSatisfy { left.cells[$0].isSame(as: right.cells[$0]) }
  }

  func hash(into hasher: inout Hasher) {
    for index in 0..<cells.count {
      switch cells[index] {
      case .null: hasher.combine(0)
      case .integer(let value): hasher.combine(value)
      case .real(let value): hasher.combine(value.bitPattern)
      case .text(let bytes), .bytes(let bytes): hasher.combine(bytes: bytes)
      }
    }
  }

  /// A nonnegative number derived from the form. It is the same in each process and on each
  /// machine.
  var number: Int64 {
    let hash = Checksum(bytes).value
    let mixed = (hash ^ hash >> 32) &* 0x9E37_79B9_7F4A_7C15
    return Int64(mixed >> 1)
  }

  /// Writes the cells, from a position on.
  func write(to rows: RowBatch, at position: Int) {
    for index in 0..<cells.count { rows.copy(cells[index], to: position + index) }
  }

  /// The cells as bytes; see ``ChildForms/bytes(sorted:)``.
  fileprivate var bytes: [UInt8] {
    var result: [UInt8] = []
    for index in 0..<cells.count { append(cells[index], to: &result) }
    return result
  }

  private func append(_ cell: Cell, to result: inout [UInt8]) {
    func append(_ number: UInt64) { withUnsafeBytes(of: number) { result += $0 } }
    // The bytes of a collection's rows are appended as they are.
    if case .bytes(let content) = cell, isOfRows { return result.append(contentsOf: content) }
    result.append(cell.kind.rawValue)
    switch cell {
    case .null: break
    case .integer(let value): append(UInt64(bitPattern: value))
    case .real(let value): append(value.bitPattern)
    case .text(let content), .bytes(let content):
      append(UInt64(content.count))
      result += content
    }
  }
}
