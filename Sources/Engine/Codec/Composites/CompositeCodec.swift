/// A conversion of values of one Swift type to several columns, and back.
///
/// It is the extension point beside ``ColumnCodec``, for values that should be searched, ordered,
/// indexed and summed by their parts. The codec names its fields; each field has a codec of its
/// own, which may be of several columns itself. It takes a value apart in the order of the fields,
/// and puts it together again, or throws a ``CodecError`` that says what is wrong.
///
/// ```swift
/// struct DateRangeCodec: CompositeCodec {
///   let identifier = CodecIdentifier("date-range")
///   let fields = [
///     CompositeField("lower", \Range<Date>.lowerBound),
///     CompositeField("upper", \Range<Date>.upperBound),
///   ]
///   func encode(_ range: Range<Date>, into fields: inout FieldWriter) throws {
///     try fields.write(range.lowerBound)
///     try fields.write(range.upperBound)
///   }
///   func decode(from fields: inout FieldReader) throws -> Range<Date> {
///     let (lower, upper): (Date, Date) = (try fields.read(), try fields.read())
///     guard lower <= upper else { throw CodecError("the range ends before it begins") }
///     return lower..<upper
///   }
/// }
/// // var stay: Range<Date>  →  stay_lower TEXT, stay_upper TEXT
/// ```
///
/// A codec obeys these laws, which `verifyCodec` of `PersistentObjectsCodecTesting` checks:
/// * `decode(encode(v))` equals `v`;
/// * both functions visit all fields, each once, in their order, with the fields' types;
/// * if ``isSearchable`` is true, equal values have equal fields.
///
/// nil is not a codec's business. If the property is optional, nil is told from a value by a field
/// that can never be NULL or, if there is none, by a column of its own.
public protocol CompositeCodec<Value>: Sendable {
  /// The Swift type.
  associatedtype Value

  /// The stable name and version of the stored form, recorded in the database.
  var identifier: CodecIdentifier { get }
  /// The fields, at least one. Their names differ.
  var fields: [CompositeField<Value>] { get }
  /// Whether equal values have equal fields, so that whole values can be compared. The default is
  /// true. Fields can be compared in any case, as far as their codecs allow it.
  var isSearchable: Bool { get }

  /// Writes the fields of `value`, in their order.
  func encode(_ value: Value, into fields: inout FieldWriter) throws
  /// Reads the fields, in their order, and makes a value of them.
  func decode(from fields: inout FieldReader) throws -> Value

  /// Whether ``decode(from:)`` can read what `version` of this codec wrote. By default, only the
  /// codec's own version can be read.
  func canRead(version: Int) -> Bool
}

extension CompositeCodec {
  /// Whether equal values have equal fields, which is true by default.
  public var isSearchable: Bool { true }
  /// Whether `version` is the codec's own version.
  public func canRead(version: Int) -> Bool { version == identifier.version }
}

/// A type that is stored in several columns by a codec of its own, so that its properties need no
/// declaration. `@Embeddable` makes the codec for a struct or an enum.
///
/// ```swift
/// extension GeoPoint: Embeddable {
///   static var compositeCodec: GeoPointCodec { GeoPointCodec() }
/// }
/// // var place: GeoPoint  →  place_latitude REAL, place_longitude REAL
/// ```
public protocol Embeddable {
  /// The codec's type.
  associatedtype Composite: CompositeCodec<Self>
  /// The codec of this type's values.
  static var compositeCodec: Composite { get }
  /// The type whose properties queries know as fields: the type itself, or one with a property for
  /// each case of an enum.
  associatedtype _Fields = Self
  /// The codec's two functions. This is a requirement so that the module that has the type compiles
  /// them for it.
  static var _compositeFunctions: _CompositeFunctions<Self> { get }
}

extension Embeddable {
  /// The codec's two functions.
  @inlinable
  public static var _compositeFunctions: _CompositeFunctions<Self> {
    _CompositeFunctions(compositeCodec)
  }
}

/// An enum that `@Embeddable` makes embeddable.
public protocol _EmbeddableEnum: Embeddable {
  /// The cases, in their order.
  static var _cases: [_EnumCase] { get }
}

extension _EmbeddableEnum {
  /// The position of the case that a key path names; nil if it names none.
  package static func position(of keyPath: AnyKeyPath) -> Int? {
    _cases.firstIndex { $0.keyPath == keyPath }
  }
}
