public import PersistentObjectsEngine

// Ranges with one bound. `RangeText.swift` has the grammar.

/// Stores `PartialRangeFrom` as TEXT: `[1,)`. Its bound is in its codec's stored form.
public struct PartialRangeFromCodec<Base: ColumnCodec>: ColumnCodec where Base.Value: Comparable {
  private let text: RangeText<Base>

  /// Stores ranges over the values of `base`.
  public init(_ base: Base) { text = RangeText(base, name: "range-from", pattern: ("[", ")")) }

  /// The bound's name inside the range's, as in `range-from(integer) 1`, with the bound's version.
  public var identifier: CodecIdentifier { text.identifier }
  /// TEXT.
  public var storage: StorageClass { .text }
  /// Whether the bound is searchable. Finders find equal ranges; SQL sorts them by their text.
  public var isSearchable: Bool { text.base.isSearchable }

  /// Writes the text.
  public func encode(_ range: PartialRangeFrom<Base.Value>, into column: inout ColumnWriter) throws
  {
    try text.write(lower: range.lowerBound, upper: nil, into: &column)
  }

  /// Reads the text; throws if it is not of this form.
  public func decode(from column: borrowing ColumnReader) throws -> PartialRangeFrom<Base.Value> {
    PartialRangeFrom(try text.readLowerBound(from: column))
  }

  /// Whether the bound's codec can read a version.
  public func canRead(version: Int) -> Bool { text.base.canRead(version: version) }
}

/// Stores `PartialRangeThrough` as TEXT: `(,5]`. Its bound is in its codec's stored form.
public struct PartialRangeThroughCodec<Base: ColumnCodec>: ColumnCodec
where Base.Value: Comparable {
  private let text: RangeText<Base>

  /// Stores ranges over the values of `base`.
  public init(_ base: Base) { text = RangeText(base, name: "range-through", pattern: ("(", "]")) }

  /// The bound's name inside the range's, as in `range-through(integer) 1`, with the bound's
  /// version.
  public var identifier: CodecIdentifier { text.identifier }
  /// TEXT.
  public var storage: StorageClass { .text }
  /// Whether the bound is searchable. Finders find equal ranges; SQL sorts them by their text.
  public var isSearchable: Bool { text.base.isSearchable }

  /// Writes the text.
  public func encode(_ range: PartialRangeThrough<Base.Value>, into column: inout ColumnWriter)
    throws
  {
    try text.write(lower: nil, upper: range.upperBound, into: &column)
  }

  /// Reads the text; throws if it is not of this form.
  public func decode(from column: borrowing ColumnReader) throws -> PartialRangeThrough<Base.Value>
  {
    PartialRangeThrough(try text.readUpperBound(from: column))
  }

  /// Whether the bound's codec can read a version.
  public func canRead(version: Int) -> Bool { text.base.canRead(version: version) }
}

/// Stores `PartialRangeUpTo` as TEXT: `(,5)`. Its bound is in its codec's stored form.
public struct PartialRangeUpToCodec<Base: ColumnCodec>: ColumnCodec where Base.Value: Comparable {
  private let text: RangeText<Base>

  /// Stores ranges over the values of `base`.
  public init(_ base: Base) { text = RangeText(base, name: "range-up-to", pattern: ("(", ")")) }

  /// The bound's name inside the range's, as in `range-up-to(integer) 1`, with the bound's version.
  public var identifier: CodecIdentifier { text.identifier }
  /// TEXT.
  public var storage: StorageClass { .text }
  /// Whether the bound is searchable. Finders find equal ranges; SQL sorts them by their text.
  public var isSearchable: Bool { text.base.isSearchable }

  /// Writes the text.
  public func encode(_ range: PartialRangeUpTo<Base.Value>, into column: inout ColumnWriter) throws
  {
    try text.write(lower: nil, upper: range.upperBound, into: &column)
  }

  /// Reads the text; throws if it is not of this form.
  public func decode(from column: borrowing ColumnReader) throws -> PartialRangeUpTo<Base.Value> {
    PartialRangeUpTo(try text.readUpperBound(from: column))
  }

  /// Whether the bound's codec can read a version.
  public func canRead(version: Int) -> Bool { text.base.canRead(version: version) }
}
