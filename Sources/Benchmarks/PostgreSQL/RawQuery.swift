import CPostgreSQL
import Foundation

/// A prepared statement, and the parameters of its next run, which are bound one after another.
final class RawQuery {
  let name: String
  private unowned let server: RawServer
  private var bytes: [UInt8] = [0]
  private var starts: [Int?] = []
  private var lengths: [Int32] = []
  private var formats: [Int32] = []

  init(_ name: String, of server: RawServer) {
    self.name = name
    self.server = server
  }

  func bind(_ value: Int64) { bind { $0.append(bigEndian: value) } }
  func bind(_ value: Double) { bind { $0.append(bigEndian: value.bitPattern) } }
  func bind(_ text: String) { bind { $0 += text.utf8 } }
  func bind(_ data: Data) { bind { $0 += data } }

  func bindNull() {
    starts.append(nil)
    lengths.append(0)
    formats.append(1)
  }

  private func bind(_ append: (inout [UInt8]) -> Void) {
    let start = bytes.count
    append(&bytes)
    starts.append(start)
    lengths.append(Int32(bytes.count - start))
    formats.append(1)
  }

  /// Runs the statement with the bound parameters, and discards them.
  func run() throws -> RawResult {
    defer {
      bytes.removeSubrange(1...)
      starts.removeAll(keepingCapacity: true)
      lengths.removeAll(keepingCapacity: true)
      formats.removeAll(keepingCapacity: true)
    }
    return try server.result(
      bytes.withUnsafeBytes { memory in
        let start = memory.baseAddress?.assumingMemoryBound(to: CChar.self)
        let values = starts.map { offset in offset.flatMap { offset in start.map { $0 + offset } } }
        return PQexecPrepared(
          server.connection, name, Int32(values.count), values, lengths, formats, 1)
      })
  }
}

extension [UInt8] {
  mutating func append(bigEndian value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
  }
}
