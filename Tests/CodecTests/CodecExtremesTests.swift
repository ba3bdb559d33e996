import Foundation
import PersistentObjects
import PersistentObjectsCodecTesting
import PersistentObjectsCodecs
import PersistentObjectsEngine
import Testing

/// Values at the limits of the older codecs, beyond the samples in their own tests.
struct CodecExtremesTests {
  /// Swift orders characters by their scalars in NFC.
  @Test func charactersSortAsInSwift() async throws {
    let edges: [Character] = [
      "\0", "a", "é", "\r\n", "👨‍👩‍👧‍👦", "🇩🇪", "한", "\u{FFFF}", "\u{10FFFF}", "\u{301}",
    ]
    try await verifyCodec(
      CharacterCodec(), samples: edges, generator: { $0.normalText().first ?? "a" })
  }

  /// One scalar of each block of 256 in all planes, alone and after a NUL.
  @Test func textOfEveryPlaneComesBackUnnormalised() throws {
    let scalars = stride(from: UInt32(0), through: 0x10FFFF, by: 251).compactMap(
      Unicode.Scalar.init)
    let text =
      scalars.map { String($0) } + ["\0", "a\0", "\0\0", "e\u{301}", "\u{212B}", "\u{1E9B}\u{323}"]
    let codec = StringCodec()
    for sample in text {
      #expect(try codec.stored(sample + "\0").kind == .text)
      #expect(
        try codec.decoded(codec.stored("\0" + sample)).utf8.elementsEqual(("\0" + sample).utf8))
    }
    let substrings = SubstringCodec()
    for sample in text.map({ ("e" + $0 + "x").dropFirst() }) {
      #expect(try substrings.decoded(substrings.stored(sample)).utf8.elementsEqual(sample.utf8))
    }
  }

  @Test func decimalsOfAllDigitsAndExponentsComeBack() throws {
    let codec = DecimalCodec()
    for exponent in -128...127 {
      for digits in [
        "1", "99999999999999999999999999999999999999", "10000000000000000000000000000000000001",
      ] {
        for sign in ["", "-"] {
          guard let value = Decimal(string: "\(sign)\(digits)e\(exponent)"), !value.isNaN else {
            continue
          }
          #expect(try codec.decoded(codec.stored(value)) == value)
        }
      }
    }
  }

  /// Dates at both ends of the range of years, and around the reference date: the next date has
  /// another text.
  @Test(arguments: [
    "0000-01-01", "0001-01-01", "1582-10-15", "1970-01-01", "2001-01-01", "9999-12-31",
  ])
  func theLastBitOfADateCounts(_ day: String) throws {
    let codec = DateCodec()
    let noon = try codec.decoded(.text(day + " 12:00:00")).timeIntervalSinceReferenceDate
    var previous = ""
    for seconds in [noon.nextDown, noon, noon.nextUp] {
      guard case .text(let text) = try codec.stored(Date(timeIntervalSinceReferenceDate: seconds))
      else { return #expect(Bool(false)) }
      #expect(previous < text && text.hasPrefix(day))
      #expect(try codec.decoded(.text(text)).timeIntervalSinceReferenceDate == seconds)
      previous = text
    }
  }

  @Test func datesEndAtTheEndOfTheYear9999() throws {
    let codec = DateCodec()
    let last = Date(timeIntervalSinceReferenceDate: 252_423_993_600.0.nextDown)
    #expect(try codec.decoded(codec.stored(last)) == last)
    for date in [Date.distantPast, .distantFuture] {
      #expect(try codec.decoded(codec.stored(date)) == date)
    }
  }
}
