import Foundation
import Testing

@testable import PersistentObjectsCommandLine
@testable import persist

@Suite struct ProgramTests {
  /// A program with one verb, whose body the test provides.
  private static func program(
    _ body: @escaping @Sendable (Invocation, Output) throws -> ExitStatus
  ) -> Program {
    Program(
      declaration: Program.persist.declaration, version: "2.5", date: "November 22, 2026",
      commands: [Probe(body: body)])
  }

  private struct Probe: Command {
    let body: @Sendable (Invocation, Output) throws -> ExitStatus
    let declaration = CommandDeclaration(
      "probe", abstract: "Probe", parameters: [Parameter<OutputFormat>.rowFormat])

    func run(_ invocation: Invocation, _ output: Output) throws -> ExitStatus {
      try body(invocation, output)
    }
  }

  @Test func runsAVerb() {
    let stage = Stage()
    let program = Self.program { invocation, output in
      try output.say("done")
      return .found
    }
    #expect(stage.run("probe", in: program) == .found)
    #expect(stage.output.text == "done\n")
    #expect(stage.error.text == "")
  }

  @Test(arguments: [
    ([], "a verb is missing\nTry: persist help"),
    (["shwo"], "“shwo” is not a verb; did you mean show?\nTry: persist help"),
    (["xyz"], "“xyz” is not a verb\nTry: persist help"),
    (
      ["./a.db"],
      "“./a.db” is not a verb; the verb comes first: persist info FILE\nTry: persist help"
    ),
    (["info"], "FILE is missing\nTry: persist info --help"),
    (
      ["--json", "info"], "--json must follow the verb: persist VERB … --json\nTry: persist help"
    ),
    (
      ["--generate-completions"],
      "--generate-completions needs a value: --generate-completions SHELL\nTry: persist help"
    ),
    (["help", "shwo"], "“shwo” is not a verb; did you mean show?\nTry: persist help"),
  ])
  func refusesWrongUse(words: [String], message: String) {
    let stage = Stage()
    #expect(Program.persist.run(words, in: stage.surroundings) == .wrongUse)
    #expect(stage.error.text == "persist: \(message)\n")
    #expect(stage.output.text == "")
  }

  @Test func tellsAnErrorOnOneStreamAndRowsOnTheOther() {
    struct Locked: Error, CustomStringConvertible {
      let description = "the store is locked: \u{1B}[2Jtry later"
    }
    let stage = Stage.terminal()
    let program = Self.program { _, output in
      try output.rows([OutputColumn("n")]) { append in
        try append([1])
        throw Locked()
      }
      return .success
    }
    #expect(stage.run("--no-color", "probe", in: program) == .couldNotLook)
    #expect(stage.output.text == "n\n─\n1\n")
    #expect(stage.error.text == "persist: the store is locked: \\u{1B}[2Jtry later\n")
  }

  @Test func showsFoundationErrorsInTheirWords() {
    let stage = Stage()
    let program = Self.program { _, _ in
      _ = try Data(contentsOf: URL(filePath: "/nowhere/at/all"))
      return .success
    }
    #expect(stage.run("probe", in: program) == .couldNotLook)
    #expect(!stage.error.text.contains("Error Domain"))
  }

  @Test func endsQuietlyWhenNobodyReads() {
    let stage = Stage()
    let program = Self.program { _, _ in throw OutputClosed() }
    #expect(stage.run("probe", in: program) == .brokenPipe)
    #expect(stage.error.text == "")
  }

  @Test func endsQuietlyWhenInterrupted() {
    let stage = Stage()
    let program = Self.program { _, output in
      try output.say("first")
      output.interruption.request(.interrupted)
      try output.say("second")
      return .success
    }
    #expect(stage.run("probe", in: program) == .interrupted)
    #expect(stage.output.text == "first\n")
    #expect(stage.error.text == "")
  }

  @Test(arguments: [["help"], ["show", "--help"], ["--version"], ["--generate-manual"]])
  func endsQuietlyWhenHelpIsInterrupted(words: [String]) {
    let stage = Stage()
    stage.interruption.request(.interrupted)
    #expect(Program.persist.run(words, in: stage.surroundings) == .interrupted)
    #expect(stage.error.text == "")
  }

  @Test func printsTheFormatAskedFor() {
    let stage = Stage()
    let program = Self.program { _, output in
      try output.say("For people")
      try output.rows([OutputColumn("n")]) { try $0([1]) }
      return .success
    }
    #expect(stage.run("probe", "--ndjson", in: program) == .success)
    #expect(stage.output.text == "{\"n\":1}\n")
  }

  @Test(arguments: [
    (["probe"], false), (["--color", "probe"], true), (["probe", "--color"], true),
    (["--color", "probe", "--no-color"], false), (["--no-color", "probe", "--color"], true),
  ])
  func paintsAsAskedBeforeOrBehindTheVerb(words: [String], isColored: Bool) {
    let stage = Stage()
    let program = Self.program { _, output in
      #expect(output.style.isColored == isColored)
      return .success
    }
    #expect(program.run(words, in: stage.surroundings) == .success)
  }

  @Test func listsClassesThatAShellCanTakeForWords() {
    let stage = Stage()
    var program = Self.program { _, _ in .success }
    program.classNames = { file in [file.path, "Ärger2", "a b", "$(x)", "a\n", "", "-x", "Old.Pet"]
    }
    #expect(stage.run("--complete-classes", "people.db", in: program) == .success)
    #expect(stage.output.text == "people.db\nÄrger2\nOld.Pet\n")
  }

  @Test func showsItsVersion() {
    let stage = Stage()
    #expect(stage.run("--version", in: Self.program { _, _ in .found }) == .success)
    #expect(stage.output.text == "persist 2.5\n")
  }

  @Test(arguments: Program.persist.commands.map(\.declaration.verb).filter { $0 != "help" })
  func declaresEachParameterOfAVerb(verb: String) throws {
    let command = try Program.persist.command(named: verb)
    let declared = Set(command.declaration.parameters.map(\.declaration.key))
    let parameters = Mirror(reflecting: command).children
      .compactMap { ($0.value as? any AnyParameter)?.declaration.key }
    #expect(Set(parameters) == declared)
    #expect(parameters.count == command.declaration.parameters.count)
  }

  @Test(arguments: Program.persist.verbs.map(\.verb))
  func hasOneNameForEachOption(verb: String) throws {
    let command = try #require(Program.persist.verbs.first { $0.verb == verb })
    let names = command.parameters.map(\.declaration).flatMap {
      $0.isArgument ? [$0.placeholder] : $0.names
    }
    #expect(Set(names).count == names.count)
    #expect(command.arguments.dropLast().allSatisfy { !$0.isRepeated })
    let afterOptional = command.arguments.drop(while: \.isRequired)
    #expect(afterOptional.allSatisfy { !$0.isRequired })
  }
}
