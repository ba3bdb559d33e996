/// Turns values of one Swift type into what a column stores, and back.
///
/// This is the extension point of the package: the standard codecs are written on it, and so is
/// yours. A codec sees one cell, never a row, a table or an object; it throws a ``CodecError``
/// (or any error) that says what is wrong with the value, and the engine adds class, property,
/// table, column and primary key.
///
/// Laws, which `PersistentObjectsCodecTesting` checks:
/// * `decode(encode(v))` equals `v`;
/// * `encode` writes one value of the kind ``storage`` promises, and never NULL: absence is
///   `Optional`'s, which the engine handles before the codec is asked;
/// * if ``isSearchable``, equal values have equal stored forms and the database's order of stored
///   forms is Swift's order of values.
///
/// A codec is asked in the midst of a save or a read. It may look something up in a session that it
/// knows, but must not change objects there; to save or to delete, to change the very object that is
/// being written, or to read an `@Inverse` property during a save that was not read before, is
/// `hookMisused`.
///
/// ```swift
/// struct HexColor: ColumnCodec {
///   let identifier = CodecIdentifier("hex-color")
///   let storage = StorageClass.text
///   func encode(_ color: Color, into column: inout ColumnWriter) { column.write(color.hex) }
///   func decode(from column: borrowing ColumnReader) throws -> Color {
///     let text = try column.text()
///     guard let color = Color(hex: text) else { throw CodecError("'\(text)' is no colour") }
///     return color
///   }
/// }
/// ```
public protocol ColumnCodec<Value>: Sendable {
  /// The Swift type.
  associatedtype Value

  /// The stable name and version of the stored form, recorded in the database for each column.
  var identifier: CodecIdentifier { get }
  /// The kind of value that the column holds.
  var storage: StorageClass { get }
  /// The meaning of the values, for a database that has a type for it. The stored form must be the one
  /// that ``StoredMeaning`` describes. The default is nil.
  var meaning: StoredMeaning? { get }
  /// Whether stored forms compare as values do. If false, finders, predicates and orders on the
  /// property are refused with `notSearchable`. The default is true.
  var isSearchable: Bool { get }

  /// Writes `value` to the column.
  func encode(_ value: Value, into column: inout ColumnWriter) throws
  /// Reads a value from the column.
  func decode(from column: borrowing ColumnReader) throws -> Value

  /// Whether ``decode(from:)`` also understands what `version` of this codec wrote. The default
  /// is only the codec's own version. The engine never asks it about another codec's name.
  func canRead(version: Int) -> Bool
}

extension ColumnCodec {
  /// The meaning of the values: none is stated.
  public var meaning: StoredMeaning? { nil }
  /// Whether stored forms compare as values do: they do.
  public var isSearchable: Bool { true }
  /// Reads only its own version.
  public func canRead(version: Int) -> Bool { version == identifier.version }
}

/// The name and version of a stored form. Change the version when the form changes; keep the name.
public struct CodecIdentifier: Hashable, Sendable, CustomStringConvertible {
  /// The name, such as `date-text`; a plug-in's best starts with its package's name.
  public let name: String
  /// The version of the stored form, from 1 to 2³¹ − 1.
  public let version: Int

  /// Names a stored form.
  public init(_ name: String, version: Int = 1) {
    self.name = name
    self.version = version
  }

  /// The name and the version, such as `date-text 1`.
  public var description: String { "\(name) \(version)" }

  /// The versions that there may be, and that a file may name.
  static let versions = 1...Int(Int32.max)
}

/// An error that a codec throws: a sentence on the value. The engine adds where it was.
public struct CodecError: Error, Sendable, CustomStringConvertible {
  /// A sentence that says what is wrong with the value, or with what is stored.
  public let reason: String

  /// Makes an error with a sentence that says what is wrong.
  public init(_ reason: String) { self.reason = reason }

  /// The reason.
  public var description: String { reason }
}

/// A type that brings its own codec, so that its properties need no declaration:
/// `extension Color: ColumnStorable { static var columnCodec: HexColor { HexColor() } }`.
public protocol ColumnStorable {
  /// The codec's type.
  associatedtype Codec: ColumnCodec<Self>
  /// The codec of this type's values.
  static var columnCodec: Codec { get }
}
