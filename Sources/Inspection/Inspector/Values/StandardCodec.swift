package import Foundation
import PersistentObjects
package import PersistentObjectsCodec
import PersistentObjectsCodecs
package import PersistentObjectsDriver
import PersistentObjectsKeyedArchive

/// A standard codec, found by its recorded name, with its form and its declaration in a class. The
/// types with a default codec follow from ``CodecRegistry/standard``.
package struct StandardCodec: Sendable {
  /// The Swift type that the codec stores by default.
  package let type: String
  /// The argument of `@Column(codec:)`; nil if this is the type's default codec.
  package let expression: String?
  /// The codec's generic type, if it needs the type of the values, such as `JSONCodec`.
  package private(set) var generic: String?
  /// The codec; nil if its values are read without their type.
  package private(set) var codec: (any ColumnCodec)?
  /// Reads a moment, or the beginning of a day; nil if the codec stores neither.
  package private(set) var date: (@Sendable (borrowing ColumnReader) throws -> Date)?
  /// The storage class of the codec's column.
  package let storage: StorageClass
  private let name: String
  private let read: @Sendable (borrowing ColumnReader) throws -> InspectedValue

  /// Whether a property with this codec can be declared with the codec's type.
  package var namesType: Bool { type != Self.stored }

  /// The name of the type for values of an unknown type.
  package static let stored = "StoredValue"

  /// The name of the codec that an import gives to columns with values of several kinds. Its values
  /// are their stored forms.
  package static let storedValue = "stored-value"

  /// Creates a codec that is read without the type of its values.
  private init(
    _ name: String, of type: String = stored, in storage: StorageClass, generic: String? = nil,
    _ read: @escaping @Sendable (borrowing ColumnReader) throws -> InspectedValue
  ) {
    (self.name, self.type, self.storage, self.generic) = (name, type, storage, generic)
    self.read = read
    expression = nil
  }

  /// Creates a codec whose cells are shown by a function.
  ///
  /// - Parameter expression: the argument of `@Column(codec:)`, unless it is the name of the
  ///   codec's type and `()`.
  private init<Codec: ColumnCodec>(
    cellsOf codec: Codec, by expression: String? = nil,
    _ read: @escaping @Sendable (borrowing ColumnReader) throws -> InspectedValue
  ) {
    let name = codec.identifier.name
    let standard = Self.defaultTypes[name]
    (self.name, self.codec, self.storage, self.read) = (name, codec, codec.storage, read)
    type = standard ?? "\(codec.valueType)"
    self.expression = standard == nil ? expression ?? "\(Codec.self)()" : nil
  }

  /// Creates a codec whose values are shown by a function.
  private init<Codec: ColumnCodec>(
    _ codec: Codec, by expression: String? = nil,
    _ show: @escaping @Sendable (Codec.Value) throws -> InspectedValue
  ) {
    self.init(cellsOf: codec, by: expression) { try show(try codec.decode(from: $0)) }
  }

  /// Creates a codec whose stored text is readable as it is. The text is still decoded, to check
  /// it.
  private init(
    checking codec: some ColumnCodec, _ show: @escaping @Sendable (String) -> InspectedValue
  ) {
    self.init(cellsOf: codec) { column in
      _ = try codec.decode(from: column)
      return show(try column.text())
    }
  }

  /// Creates a codec of dates that are shown in UTC.
  private init(dates codec: some ColumnCodec<Date>) {
    self.init(codec) { .moment($0) }
    date = { try codec.decode(from: $0) }
  }

  /// Returns the codec with a function that reads dates.
  private func with(
    date: @escaping @Sendable (borrowing ColumnReader) throws -> Date
  ) -> StandardCodec {
    var codec = self
    codec.date = date
    return codec
  }

  /// The first type with a default codec of each name.
  private static let defaultTypes = Dictionary(
    CodecRegistry.standard.registered.map { ($0.identifier.name, "\($0.valueType)") },
    uniquingKeysWith: { first, _ in first })

  /// Reads a cell that is not NULL.
  func value(in row: Row, at index: Int) throws -> InspectedValue {
    // Give the reader a name: a temporary one crashes the optimizer of Swift 6.3.1.
    let reader = ColumnReader(row[index])
    return try read(reader)
  }

  /// Reads a stored value that is not NULL. An integer becomes a double in a column of doubles.
  func value(of stored: StoredValue) throws -> InspectedValue {
    var stored = stored
    if case .integer(let integer) = stored, storage == .real { stored = .real(Double(integer)) }
    let batch = RowBatch([stored])
    return try withExtendedLifetime(batch) { try value(in: batch.row, at: 0) }
  }

  /// Returns the recorded codec of a column, if this version of it is a standard one.
  static func recorded(_ column: SchemaCatalog.RecordedColumn) -> StandardCodec? {
    guard column.versions == 1...1 || column.isFormerPresence, let codec = named(column.codec),
      codec.storage.isRecorded(as: column.storage)
    else { return nil }
    return codec
  }

  /// Returns the codec with a name; nil if it is not a standard one.
  package static func named(_ name: String) -> StandardCodec? {
    plain[name] ?? scaled(name) ?? compressed(name) ?? range(name) ?? caseName(name)
  }

  private static let plain = Dictionary(
    uniqueKeysWithValues: (numbers + texts + dates + others + halves).map { ($0.name, $0) })

  private static let numbers = [
    StandardCodec(Int64Codec()) { .integer($0) },
    StandardCodec(UInt64Codec()) { .number("\($0)") },
    StandardCodec(UInt128Codec()) { .number("\($0)") },
    StandardCodec(DoubleCodec()) { .real($0) },
    StandardCodec(BoolCodec()) { .bool($0) },
    StandardCodec(cellsOf: DecimalCodec()) { try decimal($0) },
    StandardCodec(DoubleAsBits(), by: "DoubleAsBits()") { .real($0) },
    StandardCodec(FloatAsBits(), by: "FloatAsBits()") { .real(Double($0)) },
    StandardCodec(NSNumberCodec()) { show($0) },
  ]

  #if (os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64)
    private static let halves: [StandardCodec] = []
  #else
    private static let halves = [
      StandardCodec(Float16AsBits(), by: "Float16AsBits()") { .real(Double($0)) }
    ]
  #endif

  private static let texts = [
    StandardCodec(StringCodec()) { .text($0) },
    StandardCodec(CharacterCodec()) { .text(String($0)) },
    StandardCodec(checking: URLCodec()) { .text($0) },
    StandardCodec(checking: UUIDCodec()) { .text($0) },
    StandardCodec(UUIDAsBytes()) { .text($0.uuidString) },
    StandardCodec(BytesCodec()) { .bytes($0) },
    StandardCodec(NSNullCodec()) { _ in .text("null") },
  ]

  private static let dates = [
    StandardCodec(checking: DateCodec()) { .time($0) }.with { try DateCodec().decode(from: $0) },
    StandardCodec(dates: DateAsReal()),
    StandardCodec(dates: DateAsMicroseconds()),
    StandardCodec(dates: DateAsTimestamp()),
    StandardCodec(CalendarDayCodec()) { .time("\($0)") }
      .with { try CalendarDayCodec().decode(from: $0).beginning },
    StandardCodec(DurationCodec()) { .time("\($0)") },
    StandardCodec(checking: TimeZoneCodec()) { .text($0) },
    StandardCodec(checking: LocaleCodec()) { .text($0) },
    StandardCodec(checking: CalendarCodec()) { .text($0) },
    StandardCodec(checking: DateComponentsCodec()) { .text($0) },
  ]

  /// The codecs whose type the file does not record. Their stored forms are read as far as possible
  /// without the type.
  private static let others = [
    // The mark that distinguishes an empty collection from nil.
    StandardCodec(CodecIdentifier.presence.name, in: .integer) { .bool(try $0.integer() == 1) },
    // The mark that distinguishes a value without fields from nil.
    StandardCodec(RecordedComposite.presence, in: .integer) { .bool(try $0.integer() == 1) },
    StandardCodec("case-name", in: .text, generic: "CaseNameCodec") { .text(try $0.text()) },
    StandardCodec("measurement", in: .text) { .text(try $0.text()) },
    StandardCodec("json", in: .text, generic: "JSONCodec") { .text(try $0.text()) },
    StandardCodec("jsonb", in: .text, generic: "JSONBCodec") { .text(try $0.text()) },
    StandardCodec("keyed-archive", in: .bytes, generic: "KeyedArchiveCodec") { column in
      InspectedValue(try column.withBytes { try ArchiveOutline.read(envelope: $0) })
    },
  ]

  // MARK: Names with a parameter

  private static func scaled(_ name: String) -> StandardCodec? {
    guard let scale = Int(name.trimmingPrefix("decimal-scaled-")), (0...18).contains(scale),
      name == "decimal-scaled-\(scale)"
    else { return nil }
    return StandardCodec(
      DecimalAsInteger(scale: scale), by: "DecimalAsInteger(scale: \(scale))"
    ) { .number("\($0)") }
  }

  private static func compressed(_ name: String) -> StandardCodec? {
    [
      StandardCodec(
        CompressedCodec(StringCodec()), by: "CompressedCodec(StringCodec())"
      ) { .text($0) },
      StandardCodec(CompressedCodec(DataCodec()), by: "CompressedCodec(DataCodec())") {
        .bytes([UInt8]($0))
      },
    ].first { $0.name == name }
  }

  private static let ranges = [
    "range": "Range", "closed-range": "ClosedRange", "range-from": "PartialRangeFrom",
    "range-through": "PartialRangeThrough", "range-up-to": "PartialRangeUpTo",
  ]

  /// Returns the name of the codec for a type of ranges, without the name of the codec for its
  /// bounds.
  static func rangeName(ofType type: String) -> String? { ranges.first { $1 == type }?.key }

  /// Returns the codec of a range, whose values are shown in their stored form.
  private static func range(_ name: String) -> StandardCodec? {
    guard name.hasSuffix(")"), let open = name.firstIndex(of: "("),
      let type = ranges[String(name[..<open])],
      let bound = plain[String(name[name.index(after: open)...].dropLast())]
    else { return nil }
    let isPlain = bound.expression == nil && bound.namesType
    let rangeType = isPlain ? "\(type)<\(bound.type)>" : stored
    return StandardCodec(name, of: rangeType, in: .text) { .text(try $0.text()) }
  }

  /// Returns the codec of the column with the name of an enum's case.
  private static func caseName(_ name: String) -> StandardCodec? {
    guard let cases = RecordedComposite.cases(of: name) else { return nil }
    return StandardCodec(name, in: .text) { column in
      let text = try column.text()
      guard cases.contains(text) else {
        throw CodecError("'\(text)' is none of the cases \(cases.joined(separator: ", "))")
      }
      return .text(text)
    }
  }

  // MARK: Showing

  private static func show(_ number: NSNumber) -> InspectedValue {
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "d"), UInt8(ascii: "f"): .real(number.doubleValue)
    case UInt8(ascii: "c"), UInt8(ascii: "B"): .bool(number.boolValue)
    case UInt8(ascii: "Q"): .number("\(number.uint64Value)")
    default: .integer(number.int64Value)
    }
  }

  /// Returns the number. `Decimal` has 38 digits; `Int128`, with the same stored form, may have one
  /// more.
  private static func decimal(_ column: borrowing ColumnReader) throws -> InspectedValue {
    if let whole = try? Int128Codec().decode(from: column) { return .number("\(whole)") }
    return .number("\(try DecimalCodec().decode(from: column))")
  }
}

extension CalendarDay {
  private static let reference = CalendarDay(year: 2001, month: 1, day: 1)

  /// The beginning of the day in UTC.
  fileprivate var beginning: Date {
    Date(timeIntervalSinceReferenceDate: Double(Self.reference?.days(to: self) ?? 0) * 86_400)
  }
}
