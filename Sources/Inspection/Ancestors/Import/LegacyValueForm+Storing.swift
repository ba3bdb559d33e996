import Foundation
import PersistentObjects
import PersistentObjectsCodecs
import PersistentObjectsDriver
import PersistentObjectsInspection

extension LegacyValueForm {
  /// Returns the stored form of a value that is not nil.
  ///
  /// Throws the codec's errors, or `CodecError` for a value of another form.
  func stored(_ value: LegacyValue) throws -> StoredValue {
    switch self {
    case .integer: .integer(try value.integer())
    case .unsigned: try UInt64Codec().stored(value.unsigned())
    case .boolean: try BoolCodec().stored(value.boolean())
    case .real: try DoubleCodec().stored(value.double())
    case .realBits: try DoubleAsBits().stored(value.double())
    case .number: try NSNumberCodec().stored(value.plainNumber())
    case .decimal: try DecimalCodec().stored(value.decimal())
    case .text: .text(try value.text())
    case .date: try DateCodec().stored(value.date())
    case .dateSeconds: try DateAsReal().stored(value.date())
    case .data: .bytes(try value.bytes())
    case .url: try URLCodec().stored(value.url())
    case .absoluteURL: try URLCodec().stored(value.absoluteURL())
    case .archive: .bytes(try LegacyArchiving.envelope(of: value))
    }
  }
}

// MARK: - Values by their types

extension LegacyValue {
  fileprivate func unfit(_ type: String) -> CodecError {
    CodecError("a value of the form \(form) cannot be stored as \(type)")
  }

  /// The number, as exact as the digits in the file.
  private var number: LegacyNumber? {
    switch self {
    case .integer(let number): .integer(number)
    case .unsigned(let number): .unsigned(number)
    case .real(let number): .real(number)
    case .notFinite(let number): .real(number.value)
    case .number(let digits): LegacyNumber(digits)
    case .boolean(let value): .integer(value ? 1 : 0)
    default: nil
    }
  }

  func integer() throws -> Int64 {
    switch number {
    case .integer(let number): number
    case .unsigned(let number) where number <= Int64.max: Int64(number)
    case .real(let number):
      if let whole = Int64(exactly: number) { whole } else { throw unfit("Int") }
    default: throw unfit("Int")
    }
  }

  func unsigned() throws -> UInt64 {
    switch number {
    case .integer(let number) where number >= 0: UInt64(number)
    case .unsigned(let number): number
    default: throw unfit("UInt")
    }
  }

  func boolean() throws -> Bool {
    switch self {
    case .boolean(let value): return value
    case .integer(0), .number("0"): return false
    case .integer(1), .number("1"): return true
    default: throw unfit("Bool")
    }
  }

  func double() throws -> Double {
    switch number {
    case .real(let number), .decimal(_, nearest: let number?): number
    case .integer(let number) where Int64(exactly: Double(number)) == number: Double(number)
    case .unsigned(let number) where UInt64(exactly: Double(number)) == number: Double(number)
    default: throw unfit("Double")
    }
  }

  func decimal() throws -> Decimal {
    if case .number(let digits) = self {
      guard let decimal = LegacyNumber.decimal(digits) else { throw unfit("Decimal") }
      return decimal
    }
    switch number {
    case .integer(let number): return Decimal(number)
    case .unsigned(let number): return Decimal(number)
    case .real(let number):
      guard number.isFinite,
        let decimal = Decimal(string: "\(number)", locale: Locale(identifier: "en_US_POSIX"))
      else { throw unfit("Decimal") }
      return decimal
    default: throw unfit("Decimal")
    }
  }

  func foundationNumber() throws -> NSNumber {
    if case .boolean(let value) = self { return NSNumber(value: value) }
    switch number {
    case .integer(let number): return NSNumber(value: number)
    case .unsigned(let number): return NSNumber(value: number)
    case .real(let number): return NSNumber(value: number)
    case .decimal(let number, _): return NSDecimalNumber(decimal: number)
    default: throw unfit("NSNumber")
    }
  }

  /// Returns a number that `NSNumberCodec` does not refuse as an `NSDecimalNumber`, if there is
  /// one.
  func plainNumber() throws -> NSNumber {
    if case .decimal(_, nearest: let nearest?) = number { return NSNumber(value: nearest) }
    return try foundationNumber()
  }

  func text() throws -> String {
    switch self {
    case .text(let text), .number(let text): return text
    default: throw unfit("String")
    }
  }

  func date() throws -> Date {
    guard case .date(let date) = self else { throw unfit("Date") }
    return date.date
  }

  func bytes() throws -> [UInt8] {
    switch self {
    case .data(let bytes), .image(let bytes), .damagedText(let bytes): return bytes
    case .archive(let archive): return archive.bytes
    default: throw unfit("Data")
    }
  }

  func url() throws -> URL {
    let url: URL? =
      switch self {
      case .archive(let archive): archive.plainURL
      case .url(let url): url.plain
      default: nil
      }
    guard let url else { throw unfit("URL") }
    return url
  }
}

extension LegacyValue {
  /// Returns the absolute URL of a URL of any kind, or of a text that is a URL.
  fileprivate func absoluteURL() throws -> URL {
    switch resolved {
    case .url(let url):
      if let url = url.foundationURL { return url.absoluteURL }
    case .text(let text):
      if let url = URL(string: text) { return url }
    default: break
    }
    throw unfit("URL")
  }

  /// Whether the value is a URL with a base, or a collection that holds one.
  var hasBase: Bool {
    let value = resolved
    if case .url(let url) = value { return !url.bases.isEmpty }
    return value.elements.contains(where: \.hasBase)
  }
}

extension LegacyArchive {
  /// The archived URL, if it has no base and its text yields the same URL.
  var plainURL: URL? {
    if case .url(let url)? = try? value() { url.plain } else { nil }
  }
}

extension LegacyURL {
  /// The URL with its bases; nil if the texts are not URLs.
  var foundationURL: URL? {
    var base: URL?
    for text in bases.reversed() {
      guard let next = URL(string: text, relativeTo: base) else { return nil }
      base = next
    }
    return URL(string: relative, relativeTo: base)
  }

  /// The URL, if it has no base and its text yields the same URL.
  var plain: URL? {
    guard bases.isEmpty, let url = URL(string: relative), url.absoluteString == relative else {
      return nil
    }
    return url
  }
}
