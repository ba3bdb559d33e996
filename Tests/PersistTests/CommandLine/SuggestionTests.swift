import Testing

@testable import PersistentObjectsCommandLine
@testable import persist

@Suite struct SuggestionTests {
  private static let verbs = Program.persist.commands.map(\.declaration.verb)

  @Test(arguments: [
    ("shwo", "show"), ("show", "show"), ("SHOW", "show"), ("infos", "info"), ("inof", "info"),
    ("chekc", "check"), ("check-sum", "checksum"), ("gen", "generate"), ("imp", "import"),
    ("exprot", "export"), ("lod", "load"), ("follows", "follow"), ("slq", "sql"),
  ])
  func findsTheNearestVerb(typed: String, verb: String) {
    #expect(Suggestion(for: typed, among: Self.verbs).word == verb)
  }

  @Test(arguments: ["", "xyzzy", "delete", "ch", "people"])
  func keepsSilentAboutWhatIsNotNear(typed: String) {
    #expect(Suggestion(for: typed, among: Self.verbs).word == nil)
  }
}
