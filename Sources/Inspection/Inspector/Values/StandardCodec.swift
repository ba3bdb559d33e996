import Foundation
import PersistentObjects
import PersistentObjectsCodecs
import PersistentObjectsDriver
import PersistentObjectsKeyedArchive

/// A standard codec, found by its recorded name, with its form and its declaration in a class.
package struct StandardCodec: Sendable {
  /// The Swift type that the codec stores by default.
  package let type: String
  /// The argument of `@Column(codec:)`; nil if this is the type's default codec.
  package let expression: String?
  /// The storage class of the codec's column.
  let storage: StorageClass
  private let read: @Sendable (borrowing ColumnReader) throws -> InspectedValue

  private init(
    _ type: String, in storage: StorageClass, by expression: String? = nil,
    _ read: @escaping @Sendable (borrowing ColumnReader) throws -> InspectedValue
  ) {
    self.type = type
    self.storage = storage
    self.expression = expression
    self.read = read
  }

  /// Whether a property with this codec can be declared with the codec's type.
  package var namesType: Bool { type != Self.stored }

  /// The name of the type for values of an unknown type.
  package static let stored = "StoredValue"

  /// Creates a codec whose values are shown by a function.
  private init<Codec: ColumnCodec>(
    _ type: String, _ codec: Codec, by expression: String? = nil,
    _ show: @escaping @Sendable (Codec.Value) throws -> InspectedValue
  ) {
    self.init(type, in: codec.storage, by: expression) { try show(try codec.decode(from: $0)) }
  }

  /// Creates a codec whose stored text is readable as it is. The text is still decoded, to check
  /// it.
  private init<Codec: ColumnCodec>(
    _ type: String, checking codec: Codec,
    _ show: @escaping @Sendable (String) -> InspectedValue
  ) {
    self.init(type, in: codec.storage) { column in
      _ = try codec.decode(from: column)
      return show(try column.text())
    }
  }

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
    plain[name] ?? scaled(name) ?? compressed(name) ?? range(name)
  }

  private static let plain: [String: StandardCodec] = numbers.merging(texts) { $1 }
    .merging(dates) { $1 }.merging(others) { $1 }.merging(halves) { $1 }

  private static let numbers: [String: StandardCodec] = [
    "integer": StandardCodec("Int", Int64Codec()) { .integer($0) },
    "unsigned": StandardCodec("UInt", UInt64Codec()) { .number("\($0)") },
    "unsigned-wide": StandardCodec("UInt128", UInt128Codec()) { .number("\($0)") },
    "real": StandardCodec("Double", DoubleCodec()) { .real($0) },
    "bool": StandardCodec("Bool", BoolCodec()) { .bool($0) },
    "decimal-text": StandardCodec("Decimal", in: .text) { try decimal($0) },
    "double-bits": StandardCodec("Double", DoubleAsBits(), by: "DoubleAsBits()") { .real($0) },
    "float-bits": StandardCodec("Float", FloatAsBits(), by: "FloatAsBits()") {
      .real(Double($0))
    },
    "number": StandardCodec("NSNumber", NSNumberCodec()) { show($0) },
  ]

  #if (os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64)
    private static let halves: [String: StandardCodec] = [:]
  #else
    private static let halves = [
      "float16-bits": StandardCodec("Float16", Float16AsBits(), by: "Float16AsBits()") {
        .real(Double($0))
      }
    ]
  #endif

  private static let texts: [String: StandardCodec] = [
    "text": StandardCodec("String", StringCodec()) { .text($0) },
    "character": StandardCodec("Character", CharacterCodec()) { .text(String($0)) },
    "url": StandardCodec("URL", checking: URLCodec()) { .text($0) },
    "uuid-text": StandardCodec("UUID", checking: UUIDCodec()) { .text($0) },
    "uuid-bytes": StandardCodec("UUID", UUIDAsBytes(), by: "UUIDAsBytes()") {
      .text($0.uuidString)
    },
    "bytes": StandardCodec("Data", BytesCodec()) { .bytes($0) },
    "null": StandardCodec("NSNull", NSNullCodec()) { _ in .text("null") },
  ]

  private static let dates: [String: StandardCodec] = [
    "date-text": StandardCodec("Date", checking: DateCodec()) { .time($0) },
    "date-real": StandardCodec("Date", DateAsReal(), by: "DateAsReal()") { .moment($0) },
    "date-microseconds": StandardCodec(
      "Date", DateAsMicroseconds(), by: "DateAsMicroseconds()"
    ) { .moment($0) },
    "date-timestamp": StandardCodec("Date", DateAsTimestamp(), by: "DateAsTimestamp()") {
      .moment($0)
    },
    "calendar-day": StandardCodec("CalendarDay", CalendarDayCodec()) { .time("\($0)") },
    "duration-text": StandardCodec("Duration", DurationCodec()) { .time("\($0)") },
    "time-zone": StandardCodec("TimeZone", checking: TimeZoneCodec()) { .text($0) },
    "locale": StandardCodec("Locale", checking: LocaleCodec()) { .text($0) },
    "calendar": StandardCodec("Calendar", checking: CalendarCodec()) { .text($0) },
    "date-components": StandardCodec("DateComponents", checking: DateComponentsCodec()) {
      .text($0)
    },
  ]

  /// The codecs whose type the file does not record. Their stored forms are read as far as possible
  /// without the type.
  private static let others: [String: StandardCodec] = [
    // The mark that distinguishes an empty collection from nil.
    CodecIdentifier.presence.name: StandardCodec(stored, in: .integer) {
      .bool(try $0.integer() == 1)
    },
    "case-name": StandardCodec(stored, in: .text) { .text(try $0.text()) },
    "measurement": StandardCodec(stored, in: .text) { .text(try $0.text()) },
    "json": StandardCodec(stored, in: .text) { .text(try $0.text()) },
    "jsonb": StandardCodec(stored, in: .text) { .text(try $0.text()) },
    "keyed-archive": StandardCodec(stored, in: .bytes) { column in
      InspectedValue(try column.withBytes { try ArchiveOutline.read(envelope: $0) })
    },
  ]

  // MARK: Names with a parameter

  private static func scaled(_ name: String) -> StandardCodec? {
    guard let scale = Int(name.trimmingPrefix("decimal-scaled-")), (0...18).contains(scale),
      name == "decimal-scaled-\(scale)"
    else { return nil }
    return StandardCodec(
      "Decimal", DecimalAsInteger(scale: scale), by: "DecimalAsInteger(scale: \(scale))"
    ) { .number("\($0)") }
  }

  private static func compressed(_ name: String) -> StandardCodec? {
    switch name {
    case "compressed(text)":
      StandardCodec(
        "String", CompressedCodec(StringCodec()), by: "CompressedCodec(StringCodec())"
      ) { .text($0) }
    case "compressed(bytes)":
      StandardCodec("Data", CompressedCodec(BytesCodec()), by: "CompressedCodec(DataCodec())") {
        .bytes($0)
      }
    default: nil
    }
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
    return StandardCodec(isPlain ? "\(type)<\(bound.type)>" : stored, in: .text) {
      .text(try $0.text())
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
