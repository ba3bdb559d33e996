import Foundation
import PersistentObjectsEngine

/// What Foundation's encoder writes but its decoder does not read.
enum JSONText {
  /// How deep arrays and objects may be nested: Foundation's decoder refuses more.
  private static let maximumDepth = 512

  /// Throws if the JSON that the encoder wrote would be refused by the decoder: for its depth, or
  /// for a `Decimal` that is not a number, which the encoder writes as `NaN`.
  static func checkCanBeRead(_ json: UnsafeRawBufferPointer) throws {
    var depth = 0
    var rest = json[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): skipText(&rest)
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        if depth > maximumDepth { throw tooDeep }
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: "N"): throw CodecError("JSON has no number that stands for NaN")
      default: break
      }
    }
  }

  /// Drops what is left of a text, and its closing quote.
  private static func skipText(_ rest: inout Slice<UnsafeRawBufferPointer>) {
    while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
      if byte == UInt8(ascii: "\\") { rest = rest.dropFirst() }
    }
  }

  private static var tooDeep: CodecError {
    CodecError("the value is nested more than \(maximumDepth) deep, which cannot be read from JSON")
  }
}
