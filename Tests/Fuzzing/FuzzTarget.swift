import PersistentObjectsCodec
import PersistentObjectsDriver

/// A decoder, and valid input from which invalid input is made.
struct FuzzTarget {
  let name: String
  /// Stored forms as the encoder writes them.
  let samples: [StoredValue]
  /// Decodes a cell. A readable value must be safe to use and to store again.
  private let decodeCell: (Cell) throws -> Void

  /// Makes the decoder of a codec. The values that it reads must be storable again.
  init<Codec: ColumnCodec>(_ name: String, _ codec: Codec, _ values: [Codec.Value]) throws {
    self.name = name
    samples = try values.map { try codec.stored($0) }
    decodeCell = { cell in
      let value = try codec.value(in: cell)
      _ = "\(value)"
      do {
        let stored = RowBatch([try codec.stored(value)])
        _ = try withExtendedLifetime(stored) { try codec.value(in: stored.row[0]) }
      } catch {
        throw BrokenLaw(description: "\(name) read \(value), which cannot be stored: \(error)")
      }
    }
  }

  func decode(_ input: RawCell) throws {
    try withExtendedLifetime(input) { try decodeCell(input.cell) }
  }

  /// Makes a decoder of bytes.
  init(
    _ name: String, _ samples: [[UInt8]],
    _ decode: @escaping (UnsafeRawBufferPointer) throws -> Void
  ) {
    self.name = name
    self.samples = samples.map { .bytes($0) }
    decodeCell = { try decode($0.bytes) }
  }
}

/// A decoder did something worse than refuse its input.
struct BrokenLaw: Error, CustomStringConvertible {
  let description: String
}

extension ColumnCodec {
  func stored(_ value: Value) throws -> StoredValue {
    let cells = RowBatch(width: 1)
    var writer = ColumnWriter(cells, at: 0)
    try encode(value, into: &writer)
    return cells.row.value(at: 0)
  }

  func value(in cell: Cell) throws -> Value {
    // The reader has a name because Swift 6.3 crashes when it optimises a call that borrows a
    // temporary.
    let reader = ColumnReader(cell)
    return try decode(from: reader)
  }
}
