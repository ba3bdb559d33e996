import Foundation
import PersistentObjectsCodec
import PersistentObjectsDriver
import PersistentObjectsEngine
import Synchronization

// Codecs that each break one law in a realistic way.

/// A codec made of two closures, stored as `storage` says.
struct BrokenCodec<Value>: ColumnCodec {
  var identifier = CodecIdentifier("broken")
  var storage = StorageClass.integer
  var meaning: StoredMeaning?
  var isSearchable = true
  let write: @Sendable (Value, inout ColumnWriter) throws -> Void
  let read: @Sendable (borrowing ColumnReader) throws -> Value

  func encode(_ value: Value, into column: inout ColumnWriter) throws { try write(value, &column) }
  func decode(from column: borrowing ColumnReader) throws -> Value { try read(column) }
}

extension BrokenCodec where Value: FixedWidthInteger & Sendable {
  /// Writes an integer changed by `change`, and reads it unchanged.
  static func writing(_ change: @escaping @Sendable (Value) throws -> Value) -> BrokenCodec {
    BrokenCodec(
      write: { $1.write(Int64(try change($0))) }, read: { try exactly($0.integer()) })
  }

  /// Reads an integer as the codecs of the package do.
  static func exactly(_ number: Int64) throws -> Value {
    guard let value = Value(exactly: number) else { throw CodecError("\(number) does not fit") }
    return value
  }
}

extension BrokenCodec where Value == String {
  /// Writes a text changed by `change`, and reads it unchanged.
  static func writing(_ change: @escaping @Sendable (String) -> String) -> BrokenCodec {
    BrokenCodec(storage: .text, write: { $1.write(change($0)) }, read: { try $0.text() })
  }
}

/// A codec that holds each value for a moment in a place that all threads can change.
final class SharedScratch: ColumnCodec {
  let identifier = CodecIdentifier("scratch")
  let storage = StorageClass.integer
  private let scratch = Atomic<Int64>(0)

  func encode(_ value: Int64, into column: inout ColumnWriter) throws {
    scratch.store(value, ordering: .relaxed)
    sched_yield()
    column.write(scratch.load(ordering: .relaxed))
  }

  func decode(from column: borrowing ColumnReader) throws -> Int64 { try column.integer() }
}

/// A codec that stores a number rounded, and keeps the last one unrounded in memory.
final class LastInMemory: ColumnCodec {
  let identifier = CodecIdentifier("last-in-memory")
  let storage = StorageClass.integer
  private let last = Atomic<Int64>(0)

  func encode(_ value: Int64, into column: inout ColumnWriter) throws {
    last.store(value, ordering: .relaxed)
    column.write(value / 10 * 10)
  }

  func decode(from column: borrowing ColumnReader) throws -> Int64 {
    let (stored, last) = (try column.integer(), last.load(ordering: .relaxed))
    return last / 10 * 10 == stored ? last : stored
  }
}

/// A codec that states a meaning only at every other time.
final class MeansThisAndThat: ColumnCodec {
  let identifier = CodecIdentifier("this-and-that")
  let storage = StorageClass.integer
  private let counter = Counter()
  var meaning: StoredMeaning? { counter.next() % 2 == 0 ? .boolean : nil }

  func encode(_ value: Int64, into column: inout ColumnWriter) throws { column.write(value) }
  func decode(from column: borrowing ColumnReader) throws -> Int64 { try column.integer() }
}

/// A text whose case does not matter.
struct CaselessText: Hashable, Comparable, CustomStringConvertible {
  let text: String

  static func == (left: CaselessText, right: CaselessText) -> Bool { left.folded == right.folded }
  static func < (left: CaselessText, right: CaselessText) -> Bool { left.folded < right.folded }
  func hash(into hasher: inout Hasher) { hasher.combine(folded) }
  var description: String { text }
  private var folded: String { text.lowercased() }
}

/// An object that equals others with the same name, but has a different hash.
final class Tag: Hashable, CustomStringConvertible {
  let name: String

  init(_ name: String) { self.name = name }

  static func == (left: Tag, right: Tag) -> Bool { left.name == right.name }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  var description: String { name }
}

/// Counts from 0.
final class Counter: Sendable {
  private let count = Atomic<Int64>(0)
  func next() -> Int64 { count.wrappingAdd(1, ordering: .relaxed).oldValue }
}
