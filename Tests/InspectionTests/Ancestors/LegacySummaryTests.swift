import Foundation
import PersistentObjectsAncestors
import Testing

@Suite struct LegacySummaryTests {
  @Test func countsWhatWouldCome() throws {
    let file = try OldFile(OldFile.sequence)
    try file.addArray("person_friends")
    try file.addClass("person", "last_name TEXT, born REAL", lastKey: 7)
    try file.run("INSERT INTO person VALUES (1, 'a', '2008-10-26 02:30:00.0000'), (7, NULL, NULL)")
    try file.run("INSERT INTO person_friends VALUES (1, 0, 7, 'person', NULL, NULL)")
    try file.run("INSERT INTO person_friends VALUES (1, 1, NULL, NULL, '5', 'NSIntNumber')")
    let reader = try LegacyStore(file.path)
    let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
    let summary = try reader.summary(
      of: try reader.model(), calendar: LegacyCalendar(timeZone: zone))
    let person = try #require(summary.classes.first)
    #expect(summary.objectCount == 2)
    #expect(person.properties == [["text": 1, "null": 1], ["date": 1, "null": 1]])
    #expect(person.collections == [["reference": 1, "number": 1]])
    #expect(
      summary.description == """
        Person (table person): 2 objects, last key 7
          lastName: text (1 null, 1 text)
          born: date (1 date, 1 null)
          friends: array (1 number, 1 reference)
          note: person.friends: nilOrEmptyCollection: 1 object has no rows, which stands for both nil \
        and an empty collection
          note: person: className: no reference names the class; it is called Person
          doubt: person.born: ambiguousHour: clocks in Europe/Berlin showed the time twice; the \
        earlier instant is assumed (pk 1)

        note: cutStrings: a string with a NUL character was cut there; the file does not show where
        note: superclasses: superclasses are not in the file: each class has a table with all properties
        note: cutDates: dates were cut to milliseconds: each may have been 1 ms later

        """)
  }

  @Test func countsManyDoubtsWithoutKeepingThem() throws {
    let file = try OldFile(OldFile.sequence)
    try file.addClass("event", "start REAL")
    for key in 1...50 {
      try file.run("INSERT INTO event VALUES (\(key), '2008-10-26 02:30:00.0000')")
    }
    let doubt = try file.doubts("Europe/Berlin").first { $0.first.kind == .ambiguousHour }
    #expect(doubt?.count == 50)
    #expect(doubt?.keys == Array(1...20))
    #expect(doubt?.description.hasPrefix("event.start: 50 × ambiguousHour: ") == true)
    #expect(doubt?.description.hasSuffix("19, 20, …)") == true)
  }
}
