import Foundation
import PersistentObjects
import PersistentObjectsDriver

/// A copy of a cell, or of its beginning, to compare with other cells in SQL order.
struct KeptCell {
  /// The maximum number of bytes to keep of a text or a blob.
  static let maximumBytes = 4096

  /// The value, if it is kept whole.
  let whole: StoredValue?
  /// The beginning of a text or a blob.
  let beginning: [UInt8]
  /// The number of characters of a text that is not kept whole.
  let total: Int?
  private let rank: Int

  /// Creates a copy of a cell.
  init(_ cell: Cell) {
    rank = Self.rank(of: cell)
    let bytes = Self.bytes(of: cell)
    beginning = Array(bytes.prefix(Self.maximumBytes))
    whole = bytes.count > Self.maximumBytes ? nil : StoredValue(cell)
    total = bytes.count > Self.maximumBytes ? bytes.scalarCount : nil
  }

  /// Returns less than 0 if a cell comes before this one, and more than 0 if it comes after it.
  func order(of cell: Cell) -> Int {
    let rank = Self.rank(of: cell)
    guard rank == self.rank else { return rank < self.rank ? -1 : 1 }
    switch (cell, whole) {
    case (.integer(let left), .integer(let right)): return Self.order(left, right)
    case (.integer(let left), .real(let right)): return Self.order(Double(left), right)
    case (.real(let left), .integer(let right)): return Self.order(left, Double(right))
    case (.real(let left), .real(let right)): return Self.order(left, right)
    case (.text(let bytes), _), (.bytes(let bytes), _): return order(of: bytes)
    default: return 0
    }
  }

  private func order(of bytes: UnsafeRawBufferPointer) -> Int {
    let order = beginning.withUnsafeBytes { kept -> Int in
      guard let left = bytes.baseAddress, let right = kept.baseAddress else { return 0 }
      return Int(memcmp(left, right, min(bytes.count, kept.count)))
    }
    return order == 0 ? Self.order(bytes.count, beginning.count) : order
  }

  private static func order<Value: Comparable>(_ left: Value, _ right: Value) -> Int {
    left < right ? -1 : left > right ? 1 : 0
  }

  private static func rank(of cell: Cell) -> Int {
    switch cell {
    case .null: 0
    case .integer, .real: 1
    case .text: 2
    case .bytes: 3
    }
  }

  private static func bytes(of cell: Cell) -> UnsafeRawBufferPointer {
    switch cell {
    case .text(let bytes), .bytes(let bytes): bytes
    case .null, .integer, .real: UnsafeRawBufferPointer(start: nil, count: 0)
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The number of Unicode scalars of a text in UTF-8, which is the number of bytes that are not
  /// continuations.
  var scalarCount: Int { reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 } }
}
