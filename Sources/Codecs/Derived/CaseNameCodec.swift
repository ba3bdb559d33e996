import PersistentObjectsEngine

/// Stores an enum as TEXT: the name of its case, as in `spades`. For enums without raw values,
/// which have no codec otherwise.
///
/// ```swift
/// @Column(codec: CaseNameCodec<Suit>()) var suit: Suit
/// ```
///
/// The names are read once, when the codec is made, by the public `String(describing:)`. A case
/// that is renamed no longer reads what was stored; give the stored names then, and also for an
/// enum that describes itself and so hides the names of its cases:
/// `CaseNameCodec<Suit> { $0 == .clubs ? "club" : "\($0)" }`.
///
/// Searchable, unless the enum is `Comparable` and its order is not that of the names: what is
/// stored then sorts otherwise than the values do.
public struct CaseNameCodec<Value: CaseIterable & Hashable & Sendable>: ColumnCodec {
  /// Whether stored names compare as the cases do. False if the enum is `Comparable` and sorts
  /// otherwise than the names, byte by byte.
  public let isSearchable: Bool
  private let names: [Value: String]
  private let cases: [String: Value]
  /// Why the names cannot be told apart, or not be read.
  private let defect: CodecError?

  /// Stores the names that the cases have in the source text. What is no plain enum, or describes
  /// itself, cannot be stored: `encode` and `decode` then throw, and say so.
  public init(_ type: Value.Type = Value.self) {
    self.init(defect: Self.reasonAgainstNames) { String(describing: $0) }
  }

  /// Stores the names that `name` gives; it is called once for each case. If two cases get the
  /// same name, `encode` and `decode` throw, and say so.
  public init(_ type: Value.Type = Value.self, name: (Value) -> String) {
    self.init(defect: nil, name: name)
  }

  private init(defect: String?, name: (Value) -> String) {
    let all = defect == nil ? Value.allCases.map { ($0, name($0)) } : []
    names = Dictionary(all) { first, _ in first }
    let cases = Dictionary(all.map { ($1, $0) }) { first, _ in first }
    self.cases = cases
    let clash = all.first { cases[$1] != $0 }?.1
    self.defect = (defect ?? clash.map { "two cases of \(Value.self) have the name \($0)" })
      .map { CodecError("\($0); give names with CaseNameCodec { … }") }
    isSearchable = Self.sortsAsNames(all)
  }

  /// `case-name 1`.
  public var identifier: CodecIdentifier { CodecIdentifier("case-name") }
  /// TEXT.
  public var storage: StorageClass { .text }

  /// Writes the name; throws if the value is not one of `allCases`.
  public func encode(_ value: Value, into column: inout ColumnWriter) throws {
    guard let name = names[value] else {
      throw defect ?? CodecError("the value is not one of the cases of \(Value.self)")
    }
    if let defect { throw defect }
    column.write(name)
  }

  /// Reads the name; throws if no case has it.
  public func decode(from column: borrowing ColumnReader) throws -> Value {
    if let defect { throw defect }
    let text = try column.text()
    // Texts that differ in Unicode's normal form alone are equal in Swift, but not in SQL.
    guard let value = cases[text], names[value].map({ $0.utf8.elementsEqual(text.utf8) }) == true
    else { throw CodecError("\(Excerpt(text)) is not the name of a case of \(Value.self)") }
    return value
  }
}

extension CaseNameCodec {
  /// Why `String(describing:)` does not give the names of the cases, or nil.
  private static var reasonAgainstNames: String? {
    let describesItself =
      Value.self is any CustomStringConvertible.Type
      || Value.self is any CustomDebugStringConvertible.Type
      || Value.self is any TextOutputStreamable.Type || Value.self is any CustomReflectable.Type
    if describesItself { return "\(Value.self) describes itself and hides the names of its cases" }
    let isPlain = Value.allCases.allSatisfy {
      let mirror = Mirror(reflecting: $0)
      return mirror.displayStyle == .enum && mirror.children.isEmpty
    }
    return isPlain ? nil : "\(Value.self) is not an enum of cases without values"
  }

  /// Whether the bytes of the names sort as the values do, if these have an order at all.
  private static func sortsAsNames(_ all: [(value: Value, name: String)]) -> Bool {
    guard Value.self is any Comparable.Type else { return true }
    let sorted = all.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    return zip(sorted, sorted.dropFirst()).allSatisfy { isLess($0.value, $1.value) }
  }

  private static func isLess(_ left: Value, _ right: Value) -> Bool {
    guard let left = left as? any Comparable else { return false }
    return isLess(left, right)
  }

  private static func isLess<Ordered: Comparable>(_ left: Ordered, _ right: Value) -> Bool {
    (right as? Ordered).map { left < $0 } ?? false
  }
}
