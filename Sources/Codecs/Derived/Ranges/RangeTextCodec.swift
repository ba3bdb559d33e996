public import PersistentObjectsCodec
public import PersistentObjectsDriver

/// Stores `Range` as TEXT: `[1,5)`. Its bounds are in their codec's stored form.
///
/// ```swift
/// var seats: Range<Int>  // seats TEXT: [1,5)
/// ```
public typealias RangeCodec<Base: ColumnCodec> = RangeTextCodec<Range<Base.Value>, Base>
where Base.Value: Comparable

/// Stores `ClosedRange` as TEXT: `[1,5]`. Its bounds are in their codec's stored form.
///
/// ```swift
/// var values: ClosedRange<Int>  // values TEXT: [1,5]
/// ```
public typealias ClosedRangeCodec<Base: ColumnCodec> = RangeTextCodec<ClosedRange<Base.Value>, Base>
where Base.Value: Comparable

/// Stores `PartialRangeFrom` as TEXT: `[1,)`. Its bound is in its codec's stored form.
///
/// ```swift
/// var ages: PartialRangeFrom<Int>  // ages TEXT: [1,)
/// ```
public typealias PartialRangeFromCodec<Base: ColumnCodec> =
  RangeTextCodec<PartialRangeFrom<Base.Value>, Base>
where Base.Value: Comparable

/// Stores `PartialRangeThrough` as TEXT: `(,5]`. Its bound is in its codec's stored form.
///
/// ```swift
/// var ages: PartialRangeThrough<Int>  // ages TEXT: (,5]
/// ```
public typealias PartialRangeThroughCodec<Base: ColumnCodec> =
  RangeTextCodec<PartialRangeThrough<Base.Value>, Base>
where Base.Value: Comparable

/// Stores `PartialRangeUpTo` as TEXT: `(,5)`. Its bound is in its codec's stored form.
///
/// ```swift
/// var ages: PartialRangeUpTo<Int>  // ages TEXT: (,5)
/// ```
public typealias PartialRangeUpToCodec<Base: ColumnCodec> =
  RangeTextCodec<PartialRangeUpTo<Base.Value>, Base>
where Base.Value: Comparable

/// Stores ranges of one kind as TEXT, such as `[1,5)`. The bounds are in their codec's stored form.
///
/// ```swift
/// @Column(codec: RangeCodec(DateAsReal())) var stay: Range<Date>
/// // stay TEXT: [816912000.0,816998400.0)
/// ```
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
public struct RangeTextCodec<Value: StorableRange, Base: ColumnCodec<Value.Bound>>:
  ColumnCodecWrapper
{
  private static var placeholder: UInt8 { UInt8(ascii: "_") }

  /// The codec of the bounds. If it is searchable, so are ranges: finders find equal ones, and SQL
  /// sorts them by their text.
  public let base: Base

  /// Makes a codec for ranges over the values of `base`.
  public init(_ base: Base) { self.base = base }

  /// The bound's name inside the range's, as in `range(integer) 1`, with the bound's version.
  public var identifier: CodecIdentifier {
    let bound = base.identifier
    return CodecIdentifier("\(Value._storedForm.name)(\(bound.name))", version: bound.version)
  }
  /// TEXT.
  public var storage: StorageClass { .text }
  /// None.
  public var meaning: StoredMeaning? { nil }
  /// Whether the bound's codec can read a version. Both codecs have the same versions.
  public func canRead(version: Int) -> Bool { base.canRead(version: version) }

  /// Writes the text.
  public func encode(_ range: Value, into column: inout ColumnWriter) throws {
    var text: [UInt8] = []
    var bounds = range._storedBounds.makeIterator()
    for mark in Value._storedForm.pattern.utf8 {
      if mark == Self.placeholder, let bound = bounds.next() {
        try append(bound, to: &text)
      } else {
        text.append(mark)
      }
    }
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

  /// Reads the text; throws if it is not in this form, or ends before it starts.
  public func decode(from column: borrowing ColumnReader) throws -> Value {
    let cells = try column.parsed(as: form, by: literals)
    let first = try bound(cells, at: 0)
    if cells.width == 1 { return Value(_storedFrom: first, to: first) }
    let last = try bound(cells, at: 1)
    guard first <= last else {
      throw CodecError("the range ends at \(last), before its start at \(first)")
    }
    return Value(_storedFrom: first, to: last)
  }

  private func bound(_ cells: RowBatch, at index: Int) throws -> Base.Value {
    let reader = ColumnReader(cells, at: index)
    return try base.decode(from: reader)
  }

  /// Reads one cell for each bound; nil if the text is not in this form.
  private func literals(_ text: TextSlice) -> RowBatch? {
    var rest = text
    var literals: [StoredValue] = []
    for mark in Value._storedForm.pattern.utf8 {
      if mark == Self.placeholder {
        guard let literal = Literal.take(from: &rest) else { return nil }
        literals.append(literal)
      } else if rest.popFirst() != mark {
        return nil
      }
    }
    return rest.isEmpty ? RowBatch(literals) : nil
  }

  private var form: String {
    let brackets = Value._storedForm.pattern
    return
      "a range of the form '\(brackets.prefix(1))…,…\(brackets.suffix(1))' with bounds that the"
      + " codec '\(base.identifier)' stores"
  }
}
