import Foundation
import PersistentObjects
import PersistentObjectsInspection
import TestSupport
import Testing

@testable import PersistentObjectsReport

/// Reports on files that are damaged, or that have unexpected contents.
@Suite struct DamagedFileReportTests {
  private func page(_ report: FileReport) throws -> String {
    var bytes: [UInt8] = []
    try report.write { bytes += $0 }
    let page = HTMLPage(bytes)
    #expect(page.complaints == [] && page.brokenLinks == [])
    return page.text
  }

  private func fill(_ session: Session) throws {
    let people = (0..<30).map { Person(firstName: "P\($0)", lastName: "L", age: $0) }
    for person in people {
      person.nickNames = ["a", "b"]
      person.birthdate = Date(timeIntervalSince1970: 0)
      person.favourite = Color(hex: "#fff")
    }
    try session.save(contentsOf: people)
    try session.given(Keeper(name: "k", pet: Dog(name: "Rex")))
  }

  /// Makes a copy of a filled store that no other code uses.
  private func withCopy(_ body: (String) throws -> Void) throws {
    try TemporaryStore.run { store, session in
      try fill(session)
      let path = store.path + "-copy"
      try store.store.blocking.backup(to: path)
      defer { try? FileManager.default.removeItem(atPath: path) }
      try body(path)
    }
  }

  /// Changes a file without any safeguards.
  private func damage(_ path: String, by sql: String) throws {
    var configuration = SQLiteConfiguration(path: path)
    configuration.foreignKeys = false
    let store = try Store(configuration)
    defer { store.close() }
    try store.blocking.execute(Criteria(stringLiteral: sql))
  }

  @Test(
    arguments: [
      ("UPDATE person SET birthdate = 'yesterday' WHERE pk = 2", "yesterday", false),
      (
        "UPDATE person_nick_names SET value = CAST(x'ff41' AS TEXT) WHERE parent_pk = 1", "UTF-8",
        false
      ),
      ("DROP TABLE person_nick_names", "recorded but missing", false),
      ("DROP TABLE keeper", "recorded but missing", false),
      ("DROP TABLE address", "missing", false),
      ("ALTER TABLE person DROP COLUMN photo", "the column photo is recorded but missing", false),
      ("UPDATE _persistent_column SET codec = 'strange' WHERE property = 'age'", "strange", true),
      ("UPDATE keeper SET pet_class = 'nothing'", "the table nothing, which is missing", false),
      ("UPDATE keeper SET pet = 9223372036854775807", "rows of dog that are missing", false),
      (
        "UPDATE _persistent_table SET superclass_table = 'dog' WHERE name = 'animal'", "Animal",
        false
      ),
      (
        "UPDATE _persistent_table SET class_name = '<script>alert(1)</script>' WHERE name = 'keeper'",
        "<script>", true
      ),
      ("DELETE FROM person", "0\u{A0}objects", false),
      (
        "UPDATE person SET first_name = replace(hex(zeroblob(600000)), '0', 'é') WHERE pk = 1",
        "240 of 1,200,000 characters", true
      ),
      (
        "INSERT INTO person (pk) VALUES (-9223372036854775808), (9223372036854775807)",
        "Person 9223372036854775807", false
      ),
    ] as [(String, String, Bool)])
  func whatIsDamagedIsSaid(_ sql: String, _ words: String, _ isSound: Bool) throws {
    try withCopy { path in
      try damage(path, by: sql)
      let report = try InspectedFile(path).report()
      #expect(report.check.isSound == isSound, "\(report.check.findings)")
      #expect(try page(report).contains(words))
    }
  }

  @Test func findingsLeadToTheirObjects() throws {
    try withCopy { path in
      try damage(path, by: "UPDATE person SET birthdate = 'yesterday' WHERE pk = 17")
      let report = try InspectedFile(path).report(limits: ReportLimits(rows: 2))
      let finding = try #require(report.content.check.findings.first)
      #expect(finding.table == "person.birthdate" && finding.severity == .error)
      #expect(finding.object == ReportLink(className: "Person", key: "17"))
      let person = try #require(report.content.classes.first { $0.name == "Person" })
      let sample = try #require(person.samples.first { $0.key == "17" })
      let value = sample.properties.first { $0.name == "birthdate" }?.value
      guard case .unreadable? = value else {
        Issue.record("\(String(describing: value))")
        return
      }
      #expect(sample.properties.first { $0.name == "age" }?.value == .figure("16"))
    }
  }

  @Test func eachClassShowsItsObjectsWithFindings() throws {
    try withCopy { path in
      try damage(
        path, by: "INSERT INTO address (pk, city) SELECT pk, CAST(x'ff41' AS TEXT) FROM person")
      try damage(
        path,
        by: "UPDATE person_nick_names SET value = CAST(x'ff41' AS TEXT) WHERE parent_pk IN (3, 17)")
      let report = try InspectedFile(path).report(limits: ReportLimits(rows: 2))
      let person = try #require(report.content.classes.first { $0.name == "Person" })
      #expect(person.samples.map(\.key) == ["3", "17"], "each has two findings")
    }
  }

  @Test(arguments: 1...40) func bytesWrittenOverAFileTrapNothing(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    try withCopy { path in
      var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      for _ in 0..<(1 + seed % 8) {
        // Beyond the header, without which no file is a database.
        let place = 100 + generator.below(bytes.count - 200)
        for offset in 0..<(1 + generator.below(60)) {
          bytes[place + offset] = UInt8(generator.below(256))
        }
      }
      if seed % 10 == 0 { bytes.removeLast(bytes.count / 3) }
      try bytes.write(to: URL(fileURLWithPath: path))
      let failure = failure { _ = try page(try InspectedFile(path).report(limits: .init(rows: 3))) }
      #expect(failure.map { [.corrupt, .invalidModel].contains($0.code) } ?? true, "seed \(seed)")
    }
  }
}
