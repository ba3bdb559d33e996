/// The parts of a version: the epoch up to the first colon, the revision from the last hyphen on.
struct VersionParts {
  private static let largestEpoch = Int(Int32.max)

  private(set) var epoch: ArraySlice<UInt8> = []
  private(set) var upstream: ArraySlice<UInt8>
  private(set) var revision: ArraySlice<UInt8> = []

  /// Makes the parts of a version; throws a `MalformedText` with only the reason.
  init(_ version: [UInt8]) throws {
    guard !version.isEmpty else { throw MalformedText("it is empty") }
    upstream = version[...]
    try takeEpoch()
    try takeRevision()
    try checkUpstream()
    try Self.checkBytes(of: revision, "the revision", also: ".+~")
  }

  private mutating func takeEpoch() throws {
    guard let colon = upstream.firstIndex(of: UInt8(ascii: ":")) else { return }
    epoch = upstream[..<colon]
    upstream = upstream[(colon + 1)...]
    guard !epoch.isEmpty else { throw MalformedText("the epoch before the colon is missing") }
    guard epoch.allSatisfy(\.isDigit) else { throw MalformedText("the epoch is not a number") }
    guard let number = Int(String(decoding: epoch, as: UTF8.self)), number <= Self.largestEpoch
    else { throw MalformedText("the epoch is above \(Self.largestEpoch)") }
  }

  private mutating func takeRevision() throws {
    guard let hyphen = upstream.lastIndex(of: UInt8(ascii: "-")) else { return }
    revision = upstream[(hyphen + 1)...]
    upstream = upstream[..<hyphen]
    guard !revision.isEmpty else {
      throw MalformedText("the revision after the last '-' is missing")
    }
  }

  private func checkUpstream() throws {
    guard let first = upstream.first else { throw MalformedText("the upstream version is missing") }
    try Self.checkBytes(of: upstream, "the upstream version", also: ".+~-:")
    guard first.isDigit else { throw MalformedText("it does not start with a digit") }
  }

  private static func checkBytes(
    of part: ArraySlice<UInt8>, _ name: String, also marks: StaticString
  ) throws {
    for byte in part where !byte.isDigit && !byte.isLetter && !marks.contains(byte) {
      let shown = byte.isVisible ? "'\(Character(UnicodeScalar(byte)))'" : "byte \(byte)"
      throw MalformedText("\(shown) is not allowed in \(name)")
    }
  }
}

extension StaticString {
  fileprivate func contains(_ byte: UInt8) -> Bool {
    withUTF8Buffer { $0.contains(byte) }
  }
}
