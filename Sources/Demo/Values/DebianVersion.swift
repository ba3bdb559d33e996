/// The version of a Debian package, `[epoch:]upstream[-revision]` (see deb-version(7)).
///
/// Versions are ordered as `dpkg --compare-versions` orders them. If dpkg sees no difference, as
/// between `1.0` and `1.00`, the texts decide: `==` means the same text, and `<` is a total order.
/// The stored forms have the same order, byte by byte, and so does SQL.
struct DebianVersion: Sendable {
  /// The version as written.
  let text: String
  /// The sort key, a space, and the text: see `VersionKey` for the grammar.
  let stored: String

  /// Makes a version from its text, which is checked as dpkg does.
  init(_ text: some StringProtocol) throws {
    let bytes = Array(text.utf8)
    let parts: VersionParts
    do {
      parts = try VersionParts(bytes)
    } catch let reason as MalformedText {
      throw MalformedText(text, isNot: "a Debian version", reason.description)
    }
    self.text = String(text)
    stored = VersionKey(parts).followed(by: bytes)
  }

  /// Makes a version from its stored form, and checks that key and text belong together.
  init(stored: String) throws {
    guard let space = stored.utf8.firstIndex(of: UInt8(ascii: " ")) else {
      throw MalformedText(stored, isNot: "a stored Debian version", "it has no space")
    }
    try self.init(stored[space...].dropFirst())
    if self.stored != stored {
      throw MalformedText(stored, isNot: "a stored Debian version", "the key does not fit the text")
    }
  }

  /// The part of the stored form that determines dpkg's order.
  private var key: Substring.UTF8View {
    stored.utf8.prefix { $0 != UInt8(ascii: " ") }
  }

  /// Whether dpkg sees no difference: `1.0` and `0:1.00-0` are equivalent, but not equal.
  func isEquivalent(to other: Self) -> Bool {
    key.elementsEqual(other.key)
  }
}

extension DebianVersion: Hashable, Comparable, CustomStringConvertible {
  var description: String { text }

  static func == (first: Self, second: Self) -> Bool {
    first.text == second.text
  }

  static func < (first: Self, second: Self) -> Bool {
    first.stored < second.stored
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(text)
  }
}
