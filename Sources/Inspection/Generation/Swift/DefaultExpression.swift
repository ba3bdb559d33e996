import Foundation
import PersistentObjects
import PersistentObjectsCodecs
import PersistentObjectsDriver
import PersistentObjectsInspection

/// A stored value as a Swift expression.
struct DefaultExpression {
  private let value: StoredValue
  private let codec: String?
  /// Whether a codec of the program stores the value, whose form says nothing here.
  private let isForeign: Bool
  private let spelling: SwiftSpelling

  init(_ value: StoredValue, codec: CodecModel?, _ spelling: SwiftSpelling) {
    self.value = value
    self.codec = codec?.name
    isForeign = codec?.type != nil
    self.spelling = spelling
  }

  /// Returns the expression; nil if the value is not of the type, is too long for code, or is in
  /// the form of a codec of the program.
  func source(of type: SwiftType) -> String? {
    guard !isForeign, case .named(let name) = type.unwrapped else { return nil }
    if let integers = type.unwrapped.integers { return integer(integers) }
    return switch name {
    case "Bool": bool
    case "Double", "Float", "Float16": real(spelling.standard(name))
    case "String", "Substring": codec == nil || codec == "text" ? text : nil
    case "Character": codec == nil || codec == "character" ? character : nil
    case "Date": date
    case "Data": bytes.map { "\(spelling.standard("Data"))(\($0))" }
    case "UUID": uuid
    case "URL": url
    case "Decimal": decimal
    case StandardCodec.stored: stored
    default: nil
    }
  }

  private func integer(_ range: ClosedRange<Int64>) -> String? {
    guard case .integer(let integer) = value, range.contains(integer) else { return nil }
    return "\(integer)"
  }

  private var bool: String? {
    switch value {
    case .integer(0): "false"
    case .integer(1): "true"
    default: nil
    }
  }

  private func real(_ type: String) -> String? {
    if codec != nil && codec != "real" { return nil }
    switch value {
    case .integer(let integer): return "\(Double(integer))"
    case .real(let real) where real.isInfinite: return "\(real < 0 ? "-" : "")\(type).infinity"
    case .real(let real): return real.isNaN ? nil : "\(real)"
    default: return nil
    }
  }

  private var text: String? {
    guard case .text(let text) = value, text.utf8.count <= Self.longest else { return nil }
    return text.swiftLiteral
  }

  /// The text, if it is one character: the column may hold any.
  private var character: String? {
    guard case .text(let text) = value, text.count == 1 else { return nil }
    return self.text
  }

  private static let longest = 1000

  private var bytes: String? {
    guard case .bytes(let bytes) = value, bytes.count <= Self.longest / 10,
      codec == nil || codec == "bytes"
    else { return nil }
    return "[\(bytes.map { "\($0)" }.joined(separator: ", "))]"
  }

  /// Returns the value if the codec, or the type's default codec, reads one of the type.
  private func decoded<Value>(_ type: Value.Type) -> Value? {
    let standard: (any ColumnCodec)? =
      if let codec { StandardCodec.named(codec)?.codec } else {
        CodecRegistry.standard.codec(for: type)
      }
    return try? (standard as? any ColumnCodec<Value>)?.value(of: value)
  }

  private var date: String? {
    decoded(Date.self).map {
      let seconds = $0.timeIntervalSinceReferenceDate
      let infinity = seconds < 0 ? "-.infinity" : ".infinity"
      return """
        \(spelling.standard("Date"))(timeIntervalSinceReferenceDate: \
        \(seconds.isInfinite ? infinity : "\(seconds)"))
        """
    }
  }

  private var uuid: String? {
    guard let uuid = decoded(UUID.self) else { return nil }
    let bytes = withUnsafeBytes(of: uuid.uuid) { $0.map { "\($0)" } }
    return "\(spelling.standard("UUID"))(uuid: (\(bytes.joined(separator: ", "))))"
  }

  private var url: String? {
    guard let url = decoded(URL.self), url.absoluteString.utf8.count <= Self.longest else {
      return nil
    }
    return "\(spelling.standard("URL"))(string: \(url.absoluteString.swiftLiteral))!"
  }

  /// The value as a decimal expression, if its significand fits an `Int64`.
  private var decimal: String? {
    guard let decimal = decoded(Decimal.self), let significand = Int64("\(decimal.significand)")
    else { return nil }
    let sign = decimal.sign == .minus ? "minus" : "plus"
    return """
      \(spelling.standard("Decimal"))(sign: .\(sign), exponent: \(decimal.exponent), \
      significand: \(significand))
      """
  }

  private var stored: String? {
    switch value {
    case .null: nil
    case .integer(let integer): ".integer(\(integer))"
    case .real(let real): real.isFinite ? ".real(\(real))" : nil
    case .text(let text): text.utf8.count <= Self.longest ? ".text(\(text.swiftLiteral))" : nil
    case .bytes: bytes.map { ".bytes(\($0))" }
    }
  }
}
