import Testing

@testable import benchmarks

@Suite struct OptionsTests {
  @Test func measuresThePhasesUnlessToldOtherwise() throws {
    let options = try Options([String]())
    #expect(options.parts.isEmpty && !options.measuresCodecs && options.profile == nil)
    #expect(options.count == 100_000 && options.rounds == 5)
  }

  @Test func understandsNumbersAndParts() throws {
    let options = try Options([
      "--count", "7", "--rounds", "2", "--only", "postgres", "--only", "children", "--json",
    ])
    #expect(options.count == 7 && options.rounds == 2 && options.isJSON)
    #expect(options.parts == [.postgres, .children])
  }

  @Test func allPartsAreThoseThatNeedNoServer() throws {
    let parts = try Options(["--all"]).parts
    #expect(parts.count == Part.allCases.count - 1 && !parts.contains(.postgres))
  }

  @Test(arguments: [
    (["--fast"], "unknown option '--fast'"), (["--count"], "--count takes a positive number"),
    (["--rounds", "0"], "--rounds takes a positive number"), (["--only", "all"], "--only takes"),
    (["--index", "--json"], "--index takes a path"), (["--phase", "H"], "--phase takes one of A"),
    (["--of", "both"], "--of takes one of engine"), (["--codecs", "--json"], "leave out --json"),
  ])
  func refuses(arguments: [String], because reason: String) {
    let error = #expect(throws: UsageError.self) { try Options(arguments) }
    #expect(error?.description.contains(reason) == true)
  }
}
