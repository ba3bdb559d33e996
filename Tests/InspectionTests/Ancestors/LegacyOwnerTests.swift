import PersistentObjectsAncestors
import Testing

@Suite struct LegacyOwnerTests {
  private func owners(_ file: OldFile, _ map: LegacyMap = LegacyMap()) throws -> [String: [String]]
  {
    let classes = try file.model(map).classes
    return Dictionary(uniqueKeysWithValues: classes.map { ($0.table, $0.collections.map(\.name)) })
  }

  private func twoClasses() throws -> OldFile {
    let file = try OldFile(OldFile.sequence)
    try file.addClass("person", "name TEXT")
    try file.addArray("person_friends")
    try file.addClass("person_group", "name TEXT")
    try file.addArray("person_group_members")
    return file
  }

  @Test func goesByTheKeysOfParents() throws {
    let file = try twoClasses()
    try file.run("INSERT INTO person VALUES (7, 'a'); INSERT INTO person_group VALUES (1, 'b')")
    try file.run("INSERT INTO person_group_members VALUES (7, 0, NULL, NULL, 'x', 'NSString')")
    #expect(try owners(file) == ["person": ["friends", "groupMembers"], "person_group": []])
    let doubts = try file.doubts()
    #expect(doubts.contains(.ambiguousOwner))
  }

  @Test func goesByTheOrderOfCreationWhereKeysDoNotTell() throws {
    let file = try OldFile(OldFile.sequence)
    try file.addArray("person_friends")
    try file.addArray("person_group_members")
    try file.addClass("person", "name TEXT")
    try file.addClass("person_group", "name TEXT")
    #expect(try owners(file) == ["person": ["friends", "groupMembers"], "person_group": []])
    let other = try OldFile(OldFile.sequence)
    try other.addClass("person", "name TEXT")
    try other.addArray("person_group_members")
    try other.addClass("person_group", "name TEXT")
    #expect(try owners(other) == ["person": [], "person_group": ["members"]])
  }

  @Test func noticesWriterThatMadeChildTablesAfterwards() throws {
    #expect(try owners(try twoClasses()) == ["person": ["friends"], "person_group": ["members"]])
  }

  @Test func goesByTheOrderWhereObjectsWereDeleted() throws {
    let file = try OldFile(OldFile.sequence)
    try file.addArray("person_group_members")
    try file.addClass("person", "name TEXT")
    try file.addClass("person_group", "name TEXT")
    try file.run("INSERT INTO person VALUES (1, 'a'), (2, 'b')")
    try file.run("INSERT INTO person_group VALUES (1, 'a'), (2, 'b'), (3, 'c')")
    for key in 1...3 {
      try file.run(
        "INSERT INTO person_group_members VALUES (\(key), 0, NULL, NULL, 'x', 'NSString')")
    }
    #expect(try owners(file) == ["person": ["groupMembers"], "person_group": []])
  }

  @Test func goesByTheMapBeforeAll() throws {
    let map = LegacyMap(owners: ["person_group_members": "person"])
    let file = try twoClasses()
    #expect(try owners(file, map)["person"] == ["friends", "groupMembers"])
    #expect(try !file.doubts(map: map).contains(.ambiguousOwner))
  }

  @Test func reportsChildTablesOfNoClass() throws {
    let file = try twoClasses()
    try file.addSet("robot_tags")
    try file.run("CREATE TABLE notes (text TEXT); CREATE VIEW people AS SELECT 1")
    let doubts = try file.doubts()
    #expect(doubts.contains { $0.first.kind == .orphanTable && $0.first.table == "robot_tags" })
    let foreign = doubts.filter { $0.first.kind == .foreignTable }.compactMap(\.first.table)
    #expect(foreign == ["notes", "people"])
  }
}
