import Testing

@testable import demo

@Suite struct DebianVersionTests {
  /// Versions in the order of `dpkg --compare-versions`. Those on the same line are equal to dpkg.
  static let ordered = """
    0~~
    0~~a
    0~
    0~a
    0-~~
    0-~
    0 0-0 0-00 00 0:0
    0-a
    0-+
    0a 0a0
    0+~
    0+
    0.~
    0. 0.0
    0.a
    0..
    1~rc1
    1~rc2
    1~rc10
    1
    1-1~bpo1
    1-1
    1-1+b1
    1-1.1
    1-9
    1-10
    1A
    1Z
    1a
    1ab
    1+dfsg
    1+dfsg-1
    1-1-1
    000:1.0 0:1.0 1.0 1.0-0 1.00
    1.0-1
    1.0A
    1.0a
    1.0z
    1.0+
    1.01 1.1
    1.9
    1.10
    1.099
    1.100
    2.36-9+deb12
    2.36-9+deb12u4~rc
    2.36-9+deb12u4
    2.36-9+deb12u10
    0000000000000000000000000000003 3
    20230311
    9999999999
    10000000000
    18446744073709551615
    18446744073709551616
    1:0~
    1:0
    1:0.1-2-3
    1:0.1:2
    1:0.1:10
    9:0
    10:0
    2147483647:0
    """.split(separator: "\n").map { $0.split(separator: " ") }

  @Test func storedFormsSortAsDpkgDoes() throws {
    let texts = Self.ordered.flatMap { $0.map(String.init) }
    let versions = try texts.map { try DebianVersion($0) }
    let byBytes = versions.shuffled().sorted {
      $0.stored.utf8.lexicographicallyPrecedes($1.stored.utf8)
    }
    #expect(byBytes.map(\.text) == texts)
    #expect(versions.shuffled().sorted().map(\.text) == texts)
  }

  @Test func equivalenceIsDpkgs() throws {
    let rows = try Self.ordered.map { try $0.map { try DebianVersion($0) } }
    for (row, next) in zip(rows, rows.dropFirst()) {
      #expect(row.allSatisfy { $0.isEquivalent(to: row[0]) })
      #expect(!row[0].isEquivalent(to: next[0]))
    }
    #expect(Set(rows.joined()).count == rows.joined().count, "equality is that of the texts")
  }

  @Test func numbersHaveNoLimit() throws {
    let lengths = [9, 10, 11, 99, 100, 101, 1000, 12_345]
    let versions = try lengths.map { try DebianVersion(String(repeating: "9", count: $0)) }
    #expect(versions.reversed().sorted() == versions)
  }

  @Test func writesTheGrammarOfTheStoredForm() throws {
    let version = try DebianVersion("2.36-9+deb12u4~rc")
    #expect(version.stored == "0:2}@236/9{deb@212u4!rc0/ 2.36-9+deb12u4~rc")
    #expect(try DebianVersion("1:2-3:4-0").stored == "1:2|3~4/0/ 1:2-3:4-0")
  }

  @Test(arguments: ordered.joined())
  func comesBackFromItsStoredForm(text: Substring) throws {
    let version = try DebianVersion(text)
    #expect(try DebianVersion(stored: version.stored) == version)
    #expect(version.description == text)
  }

  @Test(arguments: [
    ("", "empty"), (":1", "epoch before the colon is missing"),
    ("1:", "upstream version is missing"),
    ("x:1", "epoch is not a number"), ("-1:1", "epoch is not a number"), ("1-a:b", "not a number"),
    ("2147483648:1", "above 2147483647"), ("99999999999999999999:1", "above"),
    ("1-", "revision after the last '-' is missing"), ("-1", "upstream version is missing"),
    ("a1", "start with a digit"), ("1_2", "'_' is not allowed in the upstream version"),
    ("1-2_3", "'_' is not allowed in the revision"), ("1 2", "byte 32"), ("1.0\n", "byte 10"),
    ("1é", "byte 195"),
  ])
  func refuses(text: String, because reason: String) {
    let error = #expect(throws: MalformedText.self) { try DebianVersion(text) }
    #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
  }

  @Test(arguments: ["", "1.0", "0:1/0/1", "0:1}0/0/ 1.1", "0:1}1/0/ 1.1 ", "0:1}1/ 1.1"])
  func refusesDamagedStoredForms(stored: String) {
    #expect(throws: MalformedText.self) { try DebianVersion(stored: stored) }
  }
}
