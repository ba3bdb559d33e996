// The codings of values that belong to no property.

import PersistentObjectsCodec
import PersistentObjectsDriver

/// The coding of integers that belong to no property: keys and counts.
struct IntegerCoding<Value: FixedWidthInteger & Sendable>: ValueCoding {
  func encodeArgument(_ value: Value, into cells: RowBatch, at index: Int) throws {
    guard let value = Int64(exactly: value) else {
      throw CodecError("\(value) does not fit into the 64 bits of the database's integers")
    }
    cells.set(value, at: index)
  }

  func decodeResult(from row: Row, at index: Int) throws -> Value {
    let reader = ColumnReader(row[index])
    guard let value = Value(exactly: try reader.integer()) else {
      throw CodecError("the number does not fit into \(Value.self)")
    }
    return value
  }
}

/// The coding of doubles that belong to no property: averages.
struct RealCoding: ValueCoding {
  func encodeArgument(_ value: Double, into cells: RowBatch, at index: Int) throws {
    var writer = ColumnWriter(cells, at: index)
    try writer.write(value)
  }

  func decodeResult(from row: Row, at index: Int) throws -> Double {
    switch row[index] {
    case .integer(let value): return Double(value)
    case .real(let value) where value.isNaN: throw CodecError("the result is not a number")
    case .real(let value): return value
    case let cell: throw CodecError("a number is expected where \(cell.kind) is stored")
    }
  }
}

/// The coding of texts that belong to no property: names of tables.
struct TextCoding: ValueCoding {
  func encodeArgument(_ value: String, into cells: RowBatch, at index: Int) throws {
    cells.set(.text(value), at: index)
  }

  func decodeResult(from row: Row, at index: Int) throws -> String {
    let reader = ColumnReader(row[index])
    return try reader.text()
  }
}

/// The coding of whether a condition holds, as 1 or 0.
struct TruthCoding: ValueCoding {
  func encodeArgument(_ value: Bool, into cells: RowBatch, at index: Int) throws {
    cells.set(value ? 1 : 0 as Int64, at: index)
  }

  func decodeResult(from row: Row, at index: Int) throws -> Bool {
    let reader = ColumnReader(row[index])
    return try reader.integer() != 0
  }
}
