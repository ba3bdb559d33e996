/// Assigns the words of a command line to the parameters of one command.
///
/// Options may be anywhere before `--`. A value follows its option as the next word or, for a long
/// name, after `=`. Short flags may share one dash. A flag may be repeated, but an option only if
/// its declaration allows it.
struct ArgumentParser {
  let command: CommandDeclaration
  let optionsByName: [String: ParameterDeclaration]
  var rest: ArraySlice<String>
  var given = GivenTexts()
  var arguments: [String] = []

  /// The options of other commands.
  var elsewhere: Set<String> = []

  private init(command: CommandDeclaration, words: [String]) {
    self.command = command
    rest = words[...]
    optionsByName = Dictionary(
      command.options.flatMap { option in option.names.map { ($0, option) } }
    ) { first, _ in first }
  }

  /// Parses the words that follow the verb.
  ///
  /// - Throws: ``UsageError`` with the verb, or ``HelpRequest`` for `--help`.
  static func parse(_ words: [String], for command: CommandDeclaration) throws -> Invocation {
    var parser = ArgumentParser(command: command, words: words)
    return try namingVerb(of: command) {
      try parser.sortWords()
      try parser.assignArguments()
      return try parser.invocation()
    }
  }

  /// Parses the options before the verb.
  ///
  /// - Parameters:
  ///   - program: the declaration of the program, which takes no arguments.
  ///   - elsewhere: the options of verbs, for messages about a misplaced option.
  /// - Returns: the options, and the words from the verb on.
  static func parseBeginning(
    of words: [String], for program: CommandDeclaration, elsewhere: Set<String>
  ) throws -> (Invocation, rest: ArraySlice<String>) {
    var parser = ArgumentParser(command: program, words: words)
    parser.elsewhere = elsewhere
    return try namingVerb(of: program) {
      while let word = parser.rest.first, parser.isOption(word), word != "--" {
        parser.rest.removeFirst()
        try parser.sortOption(word)
      }
      return (try parser.invocation(), parser.rest)
    }
  }

  private static func namingVerb<Value>(
    of command: CommandDeclaration, _ body: () throws -> Value
  ) throws -> Value {
    do {
      return try body()
    } catch let error as UsageError {
      throw UsageError(error.message, verb: command.verb)
    }
  }

  private mutating func sortWords() throws {
    while let word = rest.popFirst() {
      if word == "--" {
        arguments += rest
        rest = []
      } else if isOption(word) {
        try sortOption(word)
      } else {
        arguments.append(word)
      }
    }
  }
}
