public import PersistentObjectsDriver

/// A conversion of values of one Swift type to what a column stores, and back.
///
/// This is the extension point of the package, which the standard codecs use, too. A codec sees one
/// cell, never a row, a table or an object. It throws a ``CodecError`` (or any error) that says
/// what is wrong with the value; the engine adds class, property, table, column and primary key.
///
/// A codec obeys these laws, which `PersistentObjectsCodecTesting` checks:
/// * `decode(encode(v))` equals `v`;
/// * `encode` writes one value of the kind that ``storage`` promises, and never NULL: absence is
///   represented by `Optional`, which the engine handles before it calls the codec;
/// * if ``isSearchable`` is true, equal values have equal stored forms and the database's order of
///   stored forms is Swift's order of values.
///
/// A codec is called in the middle of a save or a read. It may look something up in a session that
/// it knows, but must not change objects there. Saving, deleting, changing the object that is being
/// written, and, during a save, reading an `@Inverse` property that was not read before fail with
/// `hookMisused`.
///
/// ```swift
/// struct HexColor: ColumnCodec {
///   let identifier = CodecIdentifier("hex-color")
///   let storage = StorageClass.text
///   func encode(_ color: Color, into column: inout ColumnWriter) { column.write(color.hex) }
///   func decode(from column: borrowing ColumnReader) throws -> Color {
///     let text = try column.text()
///     guard let color = Color(hex: text) else { throw CodecError("'\(text)' is not a color") }
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
  /// The meaning of the values, for a database that has a type for it. The stored form must be the
  /// one that ``StoredMeaning`` describes. The default is nil.
  var meaning: StoredMeaning? { get }
  /// Whether stored forms compare like values. If false, finders, predicates and orders on the
  /// property are refused with `notSearchable`. The default is true.
  var isSearchable: Bool { get }

  /// Writes `value` to the column.
  func encode(_ value: Value, into column: inout ColumnWriter) throws
  /// Reads a value from the column.
  func decode(from column: borrowing ColumnReader) throws -> Value

  /// Whether ``decode(from:)`` can read what `version` of this codec wrote. By default, only the
  /// codec's own version can be read. The engine never calls this for another codec's name.
  func canRead(version: Int) -> Bool
}

extension ColumnCodec {
  /// The meaning of the values, which is nil by default.
  public var meaning: StoredMeaning? { nil }
  /// Whether stored forms compare like values, which is true by default.
  public var isSearchable: Bool { true }
  /// Whether `version` is the codec's own version.
  public func canRead(version: Int) -> Bool { version == identifier.version }
}

/// The name and version of a stored form. Change the version when the form changes; keep the name.
///
/// ```swift
/// let identifier = CodecIdentifier("hex-color", version: 2)  // recorded as 'hex-color 2'
/// ```
public struct CodecIdentifier: Hashable, Sendable, CustomStringConvertible {
  /// The name, such as `date-text`. The name of a plug-in's codec should begin with the name of its
  /// package.
  public let name: String
  /// The version of the stored form, from 1 to 2³¹ − 1.
  public let version: Int

  /// Creates the identifier of a stored form.
  public init(_ name: String, version: Int = 1) {
    self.name = name
    self.version = version
  }

  /// The name and the version, such as `date-text 1`.
  public var description: String { "\(name) \(version)" }

  /// The valid versions, which are those that a file may name.
  package static let versions = 1...Int(Int32.max)
}

/// A type that has its own codec, so that its properties need no declaration.
///
/// ```swift
/// extension Color: ColumnStorable {
///   static var columnCodec: HexColor { HexColor() }
/// }
/// // var favourite: Color  →  favourite TEXT
/// ```
public protocol ColumnStorable {
  /// The codec's type.
  associatedtype Codec: ColumnCodec<Self>
  /// The codec of this type's values.
  static var columnCodec: Codec { get }
}
