import Foundation
public import PersistentObjectsCodec

/// Stores an enum as TEXT: the name of its case, as in `spades`. Use it for enums without raw
/// values, which have no other codec.
///
/// ```swift
/// @Column(codec: CaseNameCodec<Suit>()) var suit: Suit
/// ```
///
/// The codec reads the names once, when it is made, with the public `String(describing:)`. After a
/// case is renamed, rows with its old name can no longer be read: pass the stored names then. Pass
/// names also for an enum that is `CustomStringConvertible`, which hides the names of its cases:
/// `CaseNameCodec<Suit> { $0 == .clubs ? "club" : "\($0)" }`.
///
/// The codec is searchable, unless the enum is `Comparable` and its order differs from that of the
/// names.
public struct CaseNameCodec<Value: CaseIterable & Hashable & Sendable>: ColumnCodec {
  /// Whether stored names compare as the cases do. It is false if the enum is `Comparable` and its
  /// order differs from that of the names, byte by byte.
  public let isSearchable: Bool
  private let names: [Value: [UInt8]]
  private let table: NameTable
  /// The case for each name in the table.
  private let cases: [Value]
  /// The reason why the names are ambiguous or cannot be read.
  private let defect: CodecError?

  /// Makes a codec that stores the names that the cases have in the source text. For a type that is
  /// not a plain enum, or that describes itself, `encode` and `decode` throw an error that says so.
  public init(_ type: Value.Type = Value.self) {
    self.init(defect: Self.reasonAgainstNames) { String(describing: $0) }
  }

  /// Makes a codec that stores the names that `name` returns; it is called once for each case. If
  /// two cases get the same name, `encode` and `decode` throw an error that says so.
  public init(_ type: Value.Type = Value.self, name: (Value) -> String) {
    self.init(defect: nil, name: name)
  }

  private init(defect: String?, name: (Value) -> String) {
    let all = defect == nil ? Array(Value.allCases) : []
    let named = all.map { (name: Array(name($0).utf8), value: $0) }
      .sorted { $0.name.lexicographicallyPrecedes($1.name) }
    names = Dictionary(named.map { ($0.value, $0.name) }) { first, _ in first }
    table = NameTable(sorted: named.map(\.name))
    cases = named.map(\.value)
    let reason = defect ?? table.duplicate.map { "two cases of \(Value.self) have the name \($0)" }
    self.defect = reason.map { CodecError("\($0); give names with CaseNameCodec { … }") }
    isSearchable = Self.isSorted(cases)
  }

  /// `case-name 1`.
  public var identifier: CodecIdentifier { CodecIdentifier("case-name") }
  /// TEXT.
  public var storage: StorageClass { .text }

  /// Writes the name; throws if the value is not one of `allCases`.
  public func encode(_ value: Value, into column: inout ColumnWriter) throws {
    if let defect { throw defect }
    guard let name = names[value] else {
      throw CodecError("the value is not one of the cases of \(Value.self)")
    }
    name.withUnsafeBufferPointer { column.write(utf8: $0) }
  }

  /// Reads the name; throws if no case has it.
  public func decode(from column: borrowing ColumnReader) throws -> Value {
    if let defect { throw defect }
    let index = try column.parsed(as: "the name of a case of \(Value.self)", by: table.index)
    return cases[index]
  }
}

extension CaseNameCodec {
  /// The reason why `String(describing:)` does not return the names of the cases, or nil.
  private static var reasonAgainstNames: String? {
    let describesItself =
      Value.self is any CustomStringConvertible.Type
      || Value.self is any CustomDebugStringConvertible.Type
      || Value.self is any TextOutputStreamable.Type || Value.self is any CustomReflectable.Type
    if describesItself {
      return "\(Value.self) has a description of its own, which hides the names of its cases"
    }
    let isPlain = Value.allCases.allSatisfy {
      let mirror = Mirror(reflecting: $0)
      return mirror.displayStyle == .enum && mirror.children.isEmpty
    }
    return isPlain ? nil : "\(Value.self) is not an enum whose cases have no associated values"
  }

  /// Whether the cases, sorted by the bytes of their names, are in the order of the values. It is
  /// true if the values have no order.
  private static func isSorted(_ cases: [Value]) -> Bool {
    func isSorted<Ordered: Comparable>(as type: Ordered.Type) -> Bool {
      let ordered = cases.compactMap { $0 as? Ordered }
      return zip(ordered, ordered.dropFirst()).allSatisfy { $0 < $1 }
    }
    guard let type = Value.self as? any Comparable.Type else { return true }
    return isSorted(as: type)
  }
}

/// The names, found by their bytes. The type is not generic, which makes it fast.
private struct NameTable {
  private let names: [[UInt8]]

  /// Makes a table of names that are sorted by their bytes.
  init(sorted names: [[UInt8]]) { self.names = names }

  /// A name that occurs twice, if any.
  var duplicate: String? {
    zip(names, names.dropFirst()).first { $0 == $1 }.map { String(decoding: $0.0, as: UTF8.self) }
  }

  /// Returns the index of a name, or nil.
  func index(of text: TextSlice) -> Int? {
    var (low, high) = (0, names.count)
    while low < high {
      let middle = (low + high) / 2
      if names[middle].lexicographicallyPrecedes(text) { low = middle + 1 } else { high = middle }
    }
    return low < names.count && names[low].elementsEqual(text) ? low : nil
  }
}
