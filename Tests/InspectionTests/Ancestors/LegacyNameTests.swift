import Foundation
import PersistentObjects
import PersistentObjectsAncestors
import PersistentObjectsInspection
import Testing

@Suite struct LegacyNameTests {
  /// Names observed in files of the original.
  static let names = [
    ("PersistablePerson", "persistable_person"), ("NSDataContainer", "n_s_data_container"),
    ("X509CertURLItem2", "x_5_0_9_cert_u_r_l_item_2"), ("b10", "b_1_0"), ("x2y", "x_2y"),
    ("aURLString", "a_u_r_l_string"), ("sha256Sums", "sha_2_5_6_sums"), ("foo_bar", "foo__bar"),
    ("URL", "u_r_l"), ("q_lower", "q__lower"), ("a_", "a__"), ("größe", "größe"), ("名前", "名_前"),
  ]

  @Test(arguments: names) func writesNamesAsTheOriginal(inMemory: String, inFile: String) {
    #expect(LegacyName.inFile(inMemory) == inFile)
  }

  @Test(arguments: names) func findsThePropertyOfEachColumn(inMemory: String, inFile: String) {
    let first = inMemory.prefix(1)
    let isCapital = first.lowercased() != first
    let expected = isCapital ? first.lowercased() + inMemory.dropFirst() : inMemory
    #expect(LegacyName.property(ofColumn: inFile) == expected)
  }

  @Test func keepsColumnsThatTheOriginalNeverWrote() {
    for column in ["a_", "UPPER", "lowerUpper", "", "_"] {
      #expect(LegacyName.property(ofColumn: column) == (column == "_" ? "_" : column))
    }
    #expect(LegacyName.doubt(ofColumn: "lowerUpper") != nil)
  }

  @Test func doubtsNamesThatMayHaveBegunWithACapital() {
    #expect(LegacyName.doubt(ofColumn: "u_r_l") == "it may have been URL")
    #expect(LegacyName.doubt(ofColumn: "foo__bar")?.contains("fooBar") == true)
    #expect(LegacyName.doubt(ofColumn: "last_name") == nil)
    #expect(LegacyName.doubt(ofColumn: "x_2y") == nil)
  }

  @Test func takesTheNamesOfClassesFromReferences() throws {
    let file = try OldFile(OldFile.sequence)
    try file.addClass("q__lower", "friend TEXT")
    try file.addClass("other_class", "friend TEXT")
    try file.run(
      "INSERT INTO q__lower VALUES (1, NULL); INSERT INTO other_class VALUES (1, 'q_lower-1')")
    let classes = try file.model().classes
    #expect(classes.map(\.name) == ["q_lower", "OtherClass"])
    #expect(classes.map(\.isNameKnown) == [true, false])
  }

  @Test func takesNamesFromTheMap() throws {
    let file = try OldFile(OldFile.sequence)
    try file.addClass("site", "u_r_l TEXT, flag TEXT")
    try file.addArray("site_my_links")
    try file.run("INSERT INTO site VALUES (1, 'x', '1')")
    let map = try LegacyMap(
      json: Data(
        """
        {"names": {"site": {"u_r_l": "URL", "my_links": "links"}}, "classes": {"site": "MYSite"},
         "kinds": {"site": {"flag": "text"}}}
        """.utf8))
    let type = try #require(try file.model(map).classes.first)
    #expect(type.name == "MYSite")
    #expect(type.properties.map(\.name) == ["URL", "flag"])
    #expect(type.collections.map(\.name) == ["links"])
    #expect(try file.objects(map: map)["site"]?.first?.values == [.text("x"), .text("1")])
    #expect(try !file.doubts(map: map).contains(.propertyName))
  }

  @Test(arguments: [
    #"{"names": {"nowhere": {"a": "b"}}}"#, #"{"names": {"site": {"a": "b"}}}"#,
    #"{"kinds": {"site": {"name": "colour"}}}"#, #"{"owners": {"site_x": "site"}}"#,
    #"{"classes": {"site_links": "A"}}"#, #"{"nmaes": {}}"#, "[]", "",
  ])
  func refusesMapsThatFitNothing(json: String) throws {
    let file = try OldFile(OldFile.sequence)
    try file.addClass("site", "name TEXT")
    try file.addArray("site_links")
    let error = #expect(throws: PersistenceError.self) {
      try file.model(try LegacyMap(json: Data(json.utf8)))
    }
    #expect(error?.code == .invalidModel)
  }

  @Test func refusesAClassWithTwoTables() throws {
    let file = try OldFile(OldFile.sequence)
    try file.addClass("site", "name TEXT")
    try file.addClass("page", "name TEXT")
    let error = #expect(throws: PersistenceError.self) {
      try file.model(LegacyMap(classes: ["site": "Site", "page": "Site"]))
    }
    #expect(error?.code == .invalidModel)
    #expect(error?.message.contains("Site for several tables: page, site") == true)
  }
}
