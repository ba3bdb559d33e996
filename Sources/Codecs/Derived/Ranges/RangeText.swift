import PersistentObjectsEngine

/// The stored form of ranges of one kind, such as `[1,5)`.
///
/// Grammar:
/// ```
/// stored  = opening [ literal ] "," [ literal ] closing
/// opening = "["     where there is a lower bound, which always belongs to the range
///         | "("     where there is none
/// closing = "]"     where the upper bound belongs to the range
///         | ")"     where it does not, or where there is none
/// literal = what the bound's codec stores, written as `Literals.swift` says
/// ```
struct RangeText<Base: ColumnCodec> where Base.Value: Comparable {
  /// The codec of the bounds.
  let base: Base
  /// The name of the kind with that of the bounds inside; the version is the bounds'.
  let identifier: CodecIdentifier
  private let opening: UInt8
  private let closing: UInt8

  /// - Parameter pattern: the characters around the bounds, such as `[)`.
  init(_ base: Base, name: String, pattern: (opening: Character, closing: Character)) {
    self.base = base
    identifier = CodecIdentifier(
      "\(name)(\(base.identifier.name))", version: base.identifier.version)
    opening = pattern.opening == "[" ? UInt8(ascii: "[") : UInt8(ascii: "(")
    closing = pattern.closing == "]" ? UInt8(ascii: "]") : UInt8(ascii: ")")
  }
}

// MARK: - Writing

extension RangeText {
  private static var comma: UInt8 { UInt8(ascii: ",") }

  /// Writes a range by its bounds; a missing one is nil.
  func write(lower: Base.Value?, upper: Base.Value?, into column: inout ColumnWriter) throws {
    var text = [opening]
    if let lower { try append(lower, to: &text) }
    text.append(Self.comma)
    if let upper { try append(upper, to: &text) }
    text.append(closing)
    text.withUnsafeBufferPointer { column.write(utf8: $0) }
  }

  private func append(_ bound: Base.Value, to text: inout [UInt8]) throws {
    let cell = RowBatch(width: 1)
    var writer = ColumnWriter(cell, at: 0)
    try base.encode(bound, into: &writer)
    guard writer.kind != .null else {
      throw CodecError("the codec '\(base.identifier)' wrote NULL for the bound \(bound)")
    }
    Literal.append(cell.row[0], to: &text)
  }
}

// MARK: - Reading

extension RangeText {
  /// Reads the bounds of a range that has both; throws if the upper one is below the lower one.
  func readBounds(
    from column: borrowing ColumnReader
  ) throws -> (lower: Base.Value, upper: Base.Value) {
    let cells = try literals(from: column, hasLower: true, hasUpper: true)
    let (lower, upper) = (try bound(in: cells, at: 0), try bound(in: cells, at: 1))
    guard lower <= upper else {
      throw CodecError("the range ends at \(upper), before its start at \(lower)")
    }
    return (lower, upper)
  }

  /// Reads the bound of a range that has only a lower one.
  func readLowerBound(from column: borrowing ColumnReader) throws -> Base.Value {
    try bound(in: literals(from: column, hasLower: true, hasUpper: false), at: 0)
  }

  /// Reads the bound of a range that has only an upper one.
  func readUpperBound(from column: borrowing ColumnReader) throws -> Base.Value {
    try bound(in: literals(from: column, hasLower: false, hasUpper: true), at: 0)
  }

  private func bound(in cells: RowBatch, at index: Int) throws -> Base.Value {
    let reader = ColumnReader(cells, at: index)
    return try base.decode(from: reader)
  }

  /// Reads one cell for each bound.
  private func literals(
    from column: borrowing ColumnReader, hasLower: Bool, hasUpper: Bool
  ) throws -> RowBatch {
    try column.withUTF8 { text in
      var rest = text[...]
      var literals: [StoredValue] = []
      guard rest.popFirst() == opening,
        !hasLower || Literal.take(from: &rest, into: &literals), rest.popFirst() == Self.comma,
        !hasUpper || Literal.take(from: &rest, into: &literals), rest.popFirst() == closing,
        rest.isEmpty
      else { throw CodecError("\(Excerpt(text)) is not a range of the form \(form)") }
      return RowBatch(literals)
    }
  }

  private var form: String {
    "'\(Character(.init(opening)))…,…\(Character(.init(closing)))' with bounds that the codec"
      + " '\(base.identifier)' stores"
  }
}
