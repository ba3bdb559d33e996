public import PersistentObjectsEngine

// Text is stored unchanged: the same Unicode scalars in the same order, NUL included, never
// normalised. The database compares the UTF-8 bytes, which is the order of the scalars.
//
// Swift compares slightly differently: two strings are equal in Swift if they are canonically
// equivalent ("é" as one scalar or as "e" and U+0301), and sort by the scalars of their normalised
// form (NFC). For strings that are in NFC, which nearly all text is, both orders are the same.
// Other strings come back unchanged, but a finder finds only the very scalars it was given.
// Normalise before saving and before searching if you need more.

/// Stores `String` as TEXT, its scalars unchanged.
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

/// Stores `Substring` as TEXT, as `String` is.
public struct SubstringCodec: ColumnCodec {
  /// Makes the codec.
  public init() {}

  /// `text 1`, the same as for `String`.
  public var identifier: CodecIdentifier { CodecIdentifier("text") }
  /// TEXT.
  public var storage: StorageClass { .text }

  /// Writes the text.
  public func encode(_ value: Substring, into column: inout ColumnWriter) throws {
    column.write(String(value))
  }

  /// Reads the text, which the substring then spans whole.
  public func decode(from column: borrowing ColumnReader) throws -> Substring {
    Substring(try column.text())
  }
}

/// Stores `Character` as TEXT: all the scalars of the one character.
public struct CharacterCodec: ColumnCodec {
  /// Makes the codec.
  public init() {}

  /// `character 1`.
  public var identifier: CodecIdentifier { CodecIdentifier("character") }
  /// TEXT.
  public var storage: StorageClass { .text }

  /// Writes the character.
  public func encode(_ value: Character, into column: inout ColumnWriter) throws {
    column.write(String(value))
  }

  /// Reads the character; throws unless there is exactly one.
  public func decode(from column: borrowing ColumnReader) throws -> Character {
    let text = try column.text()
    guard let first = text.first, text.dropFirst().isEmpty else {
      throw CodecError("\(Excerpt(text)) is not one character")
    }
    return first
  }
}
