import Testing

@testable import demo

@Suite struct StatementLogTests {
  @Test func cutsLongListsOfPlaceholders() {
    let short = (1...14).map { "?\($0)" }.joined(separator: ", ")
    let long = (1...90).map { "?\($0)" }.joined(separator: ", ")
    #expect(StatementLog.Entry(sql: "IN (\(short)) x", runs: 1).shown == "IN (\(short)) x")
    #expect(
      StatementLog.Entry(sql: "a, b IN (\(long)) x", runs: 1).shown
        == "a, b IN (?1, ?2, ?3, ?4, …, ?90) x")
  }

  @Test func wrapsAtSpaces() {
    #expect("aa bb  cc dddddd".wrapped(to: 5) == ["aa bb", "cc", "dddddd"])
    #expect("".wrapped(to: 5) == [""])
  }
}
