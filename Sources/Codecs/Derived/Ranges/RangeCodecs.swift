public import PersistentObjectsEngine

// Ranges with two bounds. `RangeText.swift` has the grammar.

/// Stores `Range` as TEXT: `[1,5)`. Its bounds are in their codec's stored form.
public struct RangeCodec<Base: ColumnCodec>: ColumnCodec where Base.Value: Comparable {
  private let text: RangeText<Base>

  /// Stores ranges over the values of `base`.
  public init(_ base: Base) { text = RangeText(base, name: "range", pattern: ("[", ")")) }

  /// The bound's name inside the range's, as in `range(integer) 1`, with the bound's version.
  public var identifier: CodecIdentifier { text.identifier }
  /// TEXT.
  public var storage: StorageClass { .text }
  /// Whether the bound is searchable. Finders find equal ranges; SQL sorts them by their text.
  public var isSearchable: Bool { text.base.isSearchable }

  /// Writes the text.
  public func encode(_ range: Range<Base.Value>, into column: inout ColumnWriter) throws {
    try text.write(lower: range.lowerBound, upper: range.upperBound, into: &column)
  }

  /// Reads the text; throws if it is not in this form, or ends before it starts.
  public func decode(from column: borrowing ColumnReader) throws -> Range<Base.Value> {
    let bounds = try text.readBounds(from: column)
    return Range(uncheckedBounds: bounds)
  }

  /// Whether the bound's codec can read a version.
  public func canRead(version: Int) -> Bool { text.base.canRead(version: version) }
}

/// Stores `ClosedRange` as TEXT: `[1,5]`. Its bounds are in their codec's stored form.
public struct ClosedRangeCodec<Base: ColumnCodec>: ColumnCodec where Base.Value: Comparable {
  private let text: RangeText<Base>

  /// Stores ranges over the values of `base`.
  public init(_ base: Base) { text = RangeText(base, name: "closed-range", pattern: ("[", "]")) }

  /// The bound's name inside the range's, as in `closed-range(integer) 1`, with the bound's
  /// version.
  public var identifier: CodecIdentifier { text.identifier }
  /// TEXT.
  public var storage: StorageClass { .text }
  /// Whether the bound is searchable. Finders find equal ranges; SQL sorts them by their text.
  public var isSearchable: Bool { text.base.isSearchable }

  /// Writes the text.
  public func encode(_ range: ClosedRange<Base.Value>, into column: inout ColumnWriter) throws {
    try text.write(lower: range.lowerBound, upper: range.upperBound, into: &column)
  }

  /// Reads the text; throws if it is not in this form, or ends before it starts.
  public func decode(from column: borrowing ColumnReader) throws -> ClosedRange<Base.Value> {
    let bounds = try text.readBounds(from: column)
    return ClosedRange(uncheckedBounds: bounds)
  }

  /// Whether the bound's codec can read a version.
  public func canRead(version: Int) -> Bool { text.base.canRead(version: version) }
}
