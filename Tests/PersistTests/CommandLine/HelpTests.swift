import Testing

@testable import PersistentObjectsCommandLine
@testable import persist

@Suite struct HelpTests {
  private static let verbs = Program.persist.commands.map(\.declaration.verb)

  @Test func showsTheProgram() throws {
    let stage = Stage()
    #expect(stage.run("help") == .success)
    try Fixture("help.txt").expect(stage.output.text)
  }

  @Test(arguments: verbs) func showsEachVerb(verb: String) throws {
    let stage = Stage()
    #expect(stage.run(verb, "--help") == .success)
    try Fixture("help-\(verb).txt").expect(stage.output.text)
  }

  @Test(arguments: verbs) func showsTheSameBothWays(verb: String) {
    let (asked, said) = (Stage(), Stage())
    #expect(asked.run("help", verb) == .success)
    #expect(said.run(verb, "--help") == .success)
    #expect(asked.output.text == said.output.text)
  }

  @Test(arguments: [["help"]] + verbs.map { [$0, "--help"] })
  func fitsIntoEightyColumns(words: [String]) {
    let stage = Stage()
    #expect(Program.persist.run(words, in: stage.surroundings) == .success)
    for line in stage.output.text.split(separator: "\n") {
      #expect(line.count <= 80, "\(line)")
      #expect(line.last != " ", "\(line)")
    }
  }

  @Test(arguments: Program.persist.verbs.flatMap(\.examples).map(\.line))
  func hasExamplesThatCanBeTyped(line: String) throws {
    for words in ShellLine(line).commands {
      #expect(words.first == "persist")
      let verb = try #require(words.dropFirst().first)
      let command = try Program.persist.command(named: verb)
      do {
        _ = try ArgumentParser.parse(
          Array(words.dropFirst(2)), for: command.declaration.withSharedOptions)
      } catch is HelpRequest {}
    }
  }

  @Test(arguments: (Program.persist.verbs + [Program.persist.declaration]).flatMap(\.examples))
  func hasExamplesThatPrintWhatTheySay(example: Example) throws {
    guard !example.prints.isEmpty else { return }
    let result = try Executable.persist().run(line: example.line)
    #expect(result.output == example.prints + "\n")
    #expect(result.status == example.status.rawValue)
  }

  @Test func hasExamplesForEachVerb() {
    for command in Program.persist.verbs {
      #expect(!command.examples.isEmpty, "\(command.verb)")
      #expect(command.examples.contains { $0.line.contains(command.verb) })
    }
  }

  @Test func setsHeadingsApartInColors() {
    let stage = Stage.terminal()
    #expect(stage.run("help") == .success)
    #expect(stage.output.text.contains("\u{1B}[1mVerbs:\u{1B}[0m"))
  }
}
