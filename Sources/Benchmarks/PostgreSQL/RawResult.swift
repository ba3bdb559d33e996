import CPostgreSQL
import Foundation

/// Rows in binary form.
final class RawResult {
  private let pointer: OpaquePointer?

  init(pointer: OpaquePointer?) { self.pointer = pointer }

  deinit { PQclear(pointer) }

  var count: Int32 { PQntuples(pointer) }

  private func bytes(_ row: Int32, _ column: Int32) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      start: PQgetvalue(pointer, row, column), count: Int(PQgetlength(pointer, row, column)))
  }

  func isNull(_ row: Int32, _ column: Int32) -> Bool { PQgetisnull(pointer, row, column) == 1 }

  func integer(_ row: Int32, _ column: Int32) -> Int64 {
    Int64(bigEndian: bytes(row, column).loadUnaligned(as: Int64.self))
  }

  func real(_ row: Int32, _ column: Int32) -> Double {
    Double(bitPattern: UInt64(bigEndian: bytes(row, column).loadUnaligned(as: UInt64.self)))
  }

  func text(_ row: Int32, _ column: Int32) -> String {
    String(decoding: bytes(row, column), as: UTF8.self)
  }

  func data(_ row: Int32, _ column: Int32) -> Data { Data(bytes(row, column)) }
}
