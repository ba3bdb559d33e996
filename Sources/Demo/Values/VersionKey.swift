/// The stored form of a version: printable ASCII whose order, byte by byte, is dpkg's order.
///
///     stored = key " " text ;                        text: as written, it breaks ties
///     key    = number ":" part part ;                epoch, upstream version, revision
///     part   = group { group } "/" ;                 a missing revision is "0/", as for dpkg
///     group  = { mark } number ;                     only the first may lack marks; no number: 0
///     mark   = letter | "!" | "{" | "|" | "}" | "~" ;
///     number = digit | "@" length digits ;           digits without leading zeros
///     length = number ;                              the number of digits, at least 2
///
/// `!` stands for `~`, and `{ | } ~` for `+ - . :`, so that marks sort in dpkg's order around the
/// first byte of a number: `~`, then the end of the part, then letters, then the others.
/// The version `2.36-9+deb12u4~rc` is stored as `0:2}@236/9{deb@212u4!rc0/ 2.36-9+deb12u4~rc`.
/// No key is the start of another one, so texts are compared only if the keys are equal.
struct VersionKey {
  private var bytes: [UInt8] = []

  init(_ parts: VersionParts) {
    bytes.reserveCapacity(96)
    append(number: parts.epoch)
    bytes.append(UInt8(ascii: ":"))
    append(part: parts.upstream)
    append(part: parts.revision)
  }

  /// Returns the whole stored form: the key, a space, and the text.
  consuming func followed(by text: [UInt8]) -> String {
    bytes.append(UInt8(ascii: " "))
    bytes.append(contentsOf: text)
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func append(part: ArraySlice<UInt8>) {
    var rest = part
    repeat {
      let number = rest.firstIndex(where: \.isDigit) ?? rest.endIndex
      for byte in rest[..<number] { bytes.append(Self.mark(for: byte)) }
      let next = rest[number...].firstIndex { !$0.isDigit } ?? rest.endIndex
      append(number: rest[number..<next])
      rest = rest[next...]
    } while !rest.isEmpty
    bytes.append(UInt8(ascii: "/"))
  }

  private mutating func append(number: ArraySlice<UInt8>) {
    let digits = number.drop { $0 == UInt8(ascii: "0") }
    if digits.isEmpty {
      bytes.append(UInt8(ascii: "0"))
    } else {
      if digits.count > 1 { append(length: digits.count) }
      bytes.append(contentsOf: digits)
    }
  }

  private mutating func append(length: Int) {
    bytes.append(UInt8(ascii: "@"))
    append(number: Array(String(length).utf8)[...])
  }

  private static func mark(for byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "~"): UInt8(ascii: "!")
    case UInt8(ascii: "+"): UInt8(ascii: "{")
    case UInt8(ascii: "-"): UInt8(ascii: "|")
    case UInt8(ascii: "."): UInt8(ascii: "}")
    case UInt8(ascii: ":"): UInt8(ascii: "~")
    default: byte
    }
  }
}
