import Foundation
import PersistentObjects

/// The cost of one codec with values of one kind.
struct CodecFigures {
  /// The nanoseconds per value: the median of the rounds.
  let encoding: Double
  let decoding: Double
  /// The mean number of bytes in the row.
  let stored: Double
}

/// A codec, and the values that it is measured with.
struct CodecCase {
  let title: String
  let identifier: CodecIdentifier
  let measure: () throws -> CodecFigures

  /// Makes a case that calls the codec as the engine does: by functions that are compiled for its
  /// type. The engine then also checks the kind of cell that was written, which is not measured.
  @inline(__always)
  init<Value>(_ title: String, _ codec: some ColumnCodec<Value>, _ values: [Value]) {
    self.title = title
    identifier = codec.identifier
    let timing = CodecTiming(
      values, encode: { value, column in try codec.encode(value, into: &column) },
      decode: { column in try codec.decode(from: column) })
    measure = { try timing.figures() }
  }
}

/// Measures the two functions of a codec.
private struct CodecTiming<Value> {
  private let encode: (Value, inout ColumnWriter) throws -> Void
  private let decode: (borrowing ColumnReader) throws -> Value
  private let values: [Value]
  private let cells: [ReusedCell]
  private static var rounds: Int { 7 }

  init(
    _ values: [Value], encode: @escaping (Value, inout ColumnWriter) throws -> Void,
    decode: @escaping (borrowing ColumnReader) throws -> Value
  ) {
    self.encode = encode
    self.decode = decode
    self.values = values
    cells = values.map { _ in ReusedCell() }
  }

  func figures() throws -> CodecFigures {
    try encodeAll()
    let passes = try passes()
    var encoding: [Double] = []
    var decoding: [Double] = []
    for _ in 0..<Self.rounds {
      encoding.append(try time(passes, encodeAll))
      decoding.append(try time(passes, decodeAll))
    }
    let stored = cells.map(\.storedBytes).reduce(0, +)
    return CodecFigures(
      encoding: encoding.median, decoding: decoding.median,
      stored: Double(stored) / Double(values.count))
  }

  private func encodeAll() throws {
    for (value, cell) in zip(values, cells) {
      var writer = ColumnWriter(cell.row, at: 0)
      try encode(value, &writer)
    }
  }

  private func decodeAll() throws {
    for cell in cells {
      // The reader needs a name: without one, it crashes the optimizer of Swift 6.3.1.
      let reader = ColumnReader(cell.row, at: 0)
      keepAlive(try decode(reader))
    }
  }

  /// Uses a value, so that the optimizer does not remove it.
  @inline(never)
  private func keepAlive(_ value: Value) { withExtendedLifetime(value) {} }

  /// Returns the number of passes in which encoding and decoding take about 20 ms together.
  private func passes() throws -> Int {
    let once = try ContinuousClock().measure {
      try encodeAll()
      try decodeAll()
    }
    return max(1, Int(Duration.milliseconds(20) / once))
  }

  /// Returns the nanoseconds for one value.
  private func time(_ passes: Int, _ body: () throws -> Void) rethrows -> Double {
    let duration = try ContinuousClock().measure { for _ in 0..<passes { try body() } }
    return duration / .nanoseconds(1) / Double(passes * values.count)
  }
}
