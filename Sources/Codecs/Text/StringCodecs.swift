public import PersistentObjectsCodec

// Text is stored unchanged: the same Unicode scalars in the same order, NUL included, never
// normalised. The database compares the UTF-8 bytes, which is the order of the scalars.
//
// Swift compares slightly differently: two strings are equal in Swift if they are canonically
// equivalent ("é" as one scalar or as "e" and U+0301), and sort by the scalars of their normalised
// form (NFC). For strings in NFC, which nearly all text is, both orders are the same. Other strings
// come back unchanged, but a finder finds only the exact scalars that it is given. If you need
// more, normalise before saving and before searching.

/// Stores `String` as TEXT, its scalars unchanged.
///
/// ```swift
/// var name: String  // name TEXT: Joe
/// ```
public struct StringCodec: ColumnCodec {
  /// Makes the codec.
  public init() {}

  /// `text 1`.
  public var identifier: CodecIdentifier { CodecIdentifier("text") }
  /// TEXT.
  public var storage: StorageClass { .text }

  /// Writes the text.
  @inlinable
  public func encode(_ value: String, into column: inout ColumnWriter) throws {
    column.write(value)
  }

  /// Reads the text; throws if it is not valid UTF-8.
  @inlinable
  public func decode(from column: borrowing ColumnReader) throws -> String { try column.text() }
}

/// Stores `Substring` as TEXT, like `String`.
///
/// ```swift
/// var name: Substring  // name TEXT: Joe
/// ```
public struct SubstringCodec: DerivedColumnCodec {
  /// Makes the codec.
  public init() {}

  /// `text 1`.
  public var base: StringCodec { StringCodec() }

  /// Returns the text.
  public func baseValue(of value: Substring) -> String { String(value) }
  /// Returns a substring that spans the whole text.
  public func value(of base: String) -> Substring { Substring(base) }
}

/// Stores `Character` as TEXT: all the scalars of the one character.
///
/// ```swift
/// var initial: Character  // initial TEXT: J
/// ```
public struct CharacterCodec: DerivedColumnCodec {
  /// Makes the codec.
  public init() {}

  /// `character 1`.
  public var identifier: CodecIdentifier { CodecIdentifier("character") }
  /// TEXT.
  public var base: StringCodec { StringCodec() }

  /// Returns the text of the character.
  public func baseValue(of value: Character) -> String { String(value) }

  /// Returns the character; throws unless there is exactly one.
  public func value(of base: String) throws -> Character {
    guard let first = base.first, base.dropFirst().isEmpty else {
      throw CodecError("\(Excerpt(base)) is not one character")
    }
    return first
  }
}
