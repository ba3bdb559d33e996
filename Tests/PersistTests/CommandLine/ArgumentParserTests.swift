import Testing

@testable import PersistentObjectsCommandLine
@testable import persist

@Suite struct ArgumentParserTests {
  private struct Everything: Command {
    let file = Parameter<FilePath>.argument("FILE", .file, help: "")
    let key = Parameter<Int?>.optionalArgument("KEY", .number(from: 1), help: "")
    let names = Parameter<[String]>.arguments("NAME", .text, help: "")
    let target = Parameter<FileArgument>.option(
      "-o", "--output", placeholder: "FILE", .fileOrStandardStream, default: .standardStream,
      help: "")
    let limit = Parameter<Int?>.option(
      "--limit", placeholder: "N", .number(from: -5, to: 9), help: "")
    let order = Parameter<[String]>.repeatedOption(
      "--order", placeholder: "PROPERTY", .text, help: "")
    let shell = Parameter<Shell?>.option("--shell", placeholder: "SHELL", .choice, help: "")
    let deep = Parameter<Bool>.flag(Flag("-d", "--deep", help: ""))
    let quick = Parameter<Bool>.flag(Flag("-q", "--quick", help: ""))
    let format = Parameter.rowFormat

    var declaration: CommandDeclaration {
      CommandDeclaration(
        "try", abstract: "",
        parameters: [file, key, names, target, limit, order, shell, deep, quick, format]
      ).withSharedOptions
    }

    func run(_ invocation: Invocation, _ output: Output) -> ExitStatus { .success }

    /// The parsed values, on one line.
    func summary(of words: [String]) throws -> String {
      let given = try ArgumentParser.parse(words, for: declaration)
      let key = given[key].map(String.init) ?? "nil"
      let limit = given[limit].map(String.init) ?? "nil"
      let shell = given[shell]?.rawValue ?? "nil"
      return "\(given[file].path) \(key) \(given[names]) \(given[target].name(ofStream: "<>")) "
        + "\(limit) \(given[order]) \(shell) \(given[deep]) \(given[quick]) \(given[format])"
    }
  }

  @Test(arguments: [
    (["f"], "f nil [] <> nil [] nil false false table"),
    (["f", "7"], "f 7 [] <> nil [] nil false false table"),
    (["f", "7", "a", "b"], #"f 7 ["a", "b"] <> nil [] nil false false table"#),
    (["--limit", "3", "f"], "f nil [] <> 3 [] nil false false table"),
    (["--limit=3", "f", "7"], "f 7 [] <> 3 [] nil false false table"),
    (["f", "--limit", "-3"], "f nil [] <> -3 [] nil false false table"),
    (["f", "-o", "r.html"], "f nil [] r.html nil [] nil false false table"),
    (["f", "-or.html"], "f nil [] r.html nil [] nil false false table"),
    (["f", "--output=r=1"], "f nil [] r=1 nil [] nil false false table"),
    (["f", "-o", "-"], "f nil [] <> nil [] nil false false table"),
    (["f", "-o", "./-"], "f nil [] ./- nil [] nil false false table"),
    (["f", "-dq"], "f nil [] <> nil [] nil true true table"),
    (["f", "-dqox"], "f nil [] x nil [] nil true true table"),
    (["f", "--deep", "--deep"], "f nil [] <> nil [] nil true false table"),
    (
      ["f", "--order", "a", "--order", "-b"], #"f nil [] <> nil ["a", "-b"] nil false false table"#
    ),
    (["f", "--order="], #"f nil [] <> nil [""] nil false false table"#),
    (["f", "--order=--deep"], #"f nil [] <> nil ["--deep"] nil false false table"#),
    (["f", "--shell", "zsh"], "f nil [] <> nil [] zsh false false table"),
    (["f", "--json"], "f nil [] <> nil [] nil false false json"),
    (["f", "--ndjson", "--ndjson"], "f nil [] <> nil [] nil false false ndjson"),
    (["--", "-f"], "-f nil [] <> nil [] nil false false table"),
    (["f", "1", "--", "--deep", "--"], #"f 1 ["--deep", "--"] <> nil [] nil false false table"#),
    (["f", "1", "-", "-7"], #"f 1 ["-", "-7"] <> nil [] nil false false table"#),
    (["f", "--no-color", "--color"], "f nil [] <> nil [] nil false false table"),
    (["Ärger 1.db"], "Ärger 1.db nil [] <> nil [] nil false false table"),
  ])
  func sortsWords(words: [String], summary: String) throws {
    #expect(try Everything().summary(of: words) == summary)
  }

  @Test(arguments: [
    ([], "FILE is missing"),
    ([""], "FILE must not be empty"),
    (
      ["-"],
      "FILE must be a file, not a standard stream (a file of this name is written ./-), not “-”"
    ),
    (["f", "x"], "KEY must be a whole number of at least 1, not “x”"),
    (["f", "0"], "KEY must be a whole number of at least 1, not “0”"),
    (["f", "-5"], "KEY must be a whole number of at least 1, not “-5”"),
    (
      ["f", "99999999999999999999"],
      "KEY must be a whole number of at least 1, not “99999999999999999999”"
    ),
    (["f", "--limit", "10"], "--limit must be a whole number from -5 to 9, not “10”"),
    (["f", "--limit", ""], "--limit must be a whole number from -5 to 9"),
    (["f", "--limit"], "--limit needs a value: --limit N"),
    (
      ["f", "--limit", "--deep"],
      "--limit needs a value, but --deep follows; a value that begins with a dash is written "
        + "--limit=--deep"
    ),
    (
      ["f", "--limit", "--"],
      "--limit needs a value, but -- follows; a value that begins with a dash is written "
        + "--limit=--"
    ),
    (
      ["f", "-o", "-d"],
      "-o needs a value, but -d follows; a value that begins with a dash is written -o-d"
    ),
    (["f", "--limit", "1", "--limit=2"], "--limit is given twice; give it once"),
    (["f", "--limt", "1"], "“--limt” is not an option of try; did you mean --limit?"),
    (["f", "--LIMIT=1"], "“--LIMIT” is not an option of try; did you mean --limit?"),
    (["f", "--out"], "“--out” is not an option of try; did you mean --output?"),
    (
      ["f", "--zzz"],
      "“--zzz” is not an option of try; an argument that begins with a dash comes after --"
    ),
    (
      ["f", "-x"],
      "“-x” is not an option of try; an argument that begins with a dash comes after --"
    ),
    (
      ["f", "-dx"],
      "“-x” is not an option of try; an argument that begins with a dash comes after --"
    ),
    (["f", "--deep=yes"], "--deep takes no value, but “--deep=yes” has one"),
    (["f", "--json", "--csv"], "--json and --csv exclude each other; give one of them"),
    (["f", "--shell", "fsh"], "--shell must be bash, zsh or fish; did you mean fish?"),
    (["f", "--shell", "tcsh"], "--shell must be bash, zsh or fish, not “tcsh”"),
    (["f", "--shell", "powershell"], "--shell must be bash, zsh or fish, not “powershell”"),
    (
      ["f", "--\u{1B}[31mred"],
      "“--\\u{1B}[31mred” is not an option of try; an argument that begins with a dash comes "
        + "after --"
    ),
  ])
  func saysWhatIsWrong(words: [String], message: String) {
    #expect(throws: UsageError(message, verb: "try")) { try Everything().summary(of: words) }
  }

  @Test func saysHowManyArgumentsThereMayBe() {
    #expect(
      throws: UsageError("“c” is one argument too many; diff takes A B", verb: "diff")
    ) { try ArgumentParser.parse(["a", "b", "c"], for: Diff().declaration) }
  }

  @Test(arguments: [["--help"], ["-h"], ["f", "x", "--help"], ["-dh"]])
  func asksForHelpWhateverElseIsMissing(words: [String]) {
    #expect(throws: HelpRequest(verb: "try")) { try Everything().summary(of: words) }
  }

  @Test func takesHelpBehindTwoDashesForAName() throws {
    #expect(try Everything().summary(of: ["--", "--help"]).hasPrefix("--help nil"))
  }

  @Test func namesAMissingOption() {
    #expect(throws: UsageError("--output is missing: --output HTML", verb: "report")) {
      try ArgumentParser.parse(["f"], for: Report().declaration)
    }
  }

  @Test func takesTheLastColor() throws {
    let given = try ArgumentParser.parse(
      ["f", "--color", "--no-color"], for: Everything().declaration)
    #expect(given[Parameter<ColorChoice>.color] == .never)
  }

  @Test func tellsUndeclaredFromLeftOut() throws {
    let given = try ArgumentParser.parse(["f"], for: Everything().declaration)
    let limit: Int?? = given.value(ifDeclared: Everything().limit)
    let other: Int?? = given.value(ifDeclared: Import().map).map { _ in 1 }
    #expect(limit == .some(nil))
    #expect(other == nil)
  }
}
