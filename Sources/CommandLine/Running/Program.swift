/// A program with several verbs.
package struct Program: Sendable {
  /// The name, and the options before a verb.
  let declaration: CommandDeclaration
  let version: String
  /// The day of the manual page: `November 22, 2026`.
  let date: String
  /// The names of the classes in a file, for completions.
  var classNames: @Sendable (_ file: FilePath) throws -> [String]
  /// Returns the messages of an error that the program knows better; nil for any other error.
  let messages: @Sendable (_ error: any Error) -> [String]?
  /// The commands in the order in which help lists them.
  let commands: [any Command]

  package init(
    declaration: CommandDeclaration, version: String, date: String,
    classNames: @escaping @Sendable (_ file: FilePath) throws -> [String] = { _ in [] },
    messages: @escaping @Sendable (_ error: any Error) -> [String]? = { _ in nil },
    commands: [any Command]
  ) {
    self.declaration = declaration
    self.version = version
    self.date = date
    self.classNames = classNames
    self.messages = messages
    self.commands = commands
  }

  package var name: String { declaration.verb }

  /// The declarations of the verbs for parsing, with the options of every verb.
  var verbs: [CommandDeclaration] { commands.map { $0.declaration.withSharedOptions } }

  /// Runs a command line.
  ///
  /// - Parameter words: the words after the program's name.
  package func run(_ words: [String], in surroundings: Surroundings) -> ExitStatus {
    var color = ColorChoice.automatic
    do {
      let (beginning, rest) = try ArgumentParser.parseBeginning(
        of: words, for: declaration, elsewhere: Set(verbs.flatMap(\.options).flatMap(\.names)))
      color = beginning[.color]
      return try run(rest, after: beginning, in: surroundings)
    } catch {
      return report(error, on: Output(in: surroundings, format: .table, color: color))
    }
  }

  private func run(
    _ words: ArraySlice<String>, after beginning: Invocation, in surroundings: Surroundings
  ) throws -> ExitStatus {
    let output = Output(in: surroundings, format: .table, color: beginning[.color])
    if let status = try runAlone(beginning, on: output) { return status }
    guard let verb = words.first else {
      throw UsageError("a verb is missing", verb: name)
    }
    let command = try command(named: verb)
    let invocation = try ArgumentParser.parse(
      Array(words.dropFirst()), for: command.declaration.withSharedOptions)
    return run(
      command, with: invocation,
      on: Output(for: invocation, after: beginning, in: surroundings))
  }

  /// Runs the options that need no verb.
  private func runAlone(_ invocation: Invocation, on output: Output) throws -> ExitStatus? {
    if invocation[.version] {
      try output.raw("\(name) \(version)\n")
    } else if let shell = invocation[.generateCompletions] {
      try output.raw(shell.completions(of: self))
    } else if invocation[.generateManual] {
      try output.raw(Manual(of: self).text)
    } else if let file = invocation[.completeClasses] {
      try output.raw(classNames(file).filter(\.isHarmlessWord).map { $0 + "\n" }.joined())
    } else {
      return nil
    }
    try output.finish()
    return .success
  }

  private func run(
    _ command: any Command, with invocation: Invocation, on output: Output
  ) -> ExitStatus {
    do {
      let status = try output.interruption.cleaningUp(output.progressLine.end) {
        try command.run(invocation, output)
      }
      try output.finish()
      return status
    } catch {
      return report(error, on: output)
    }
  }

  /// Returns the command of a verb.
  ///
  /// - Throws: ``UsageError`` with a suggestion.
  func command(named verb: String) throws(UsageError) -> any Command {
    if let command = commands.first(where: { $0.declaration.verb == verb }) { return command }
    let isFile = verb.contains { $0 == "." || $0 == "/" }
    let suggestion = Suggestion(for: verb, among: commands.map(\.declaration.verb))
    throw UsageError(
      "\(verb.quoted) is not a verb"
        + (isFile ? "; the verb comes first: \(name) info FILE" : suggestion.asQuestion),
      verb: name)
  }
}

extension String {
  /// Whether a shell takes the text as one harmless word. A hostile file may contain any name.
  fileprivate var isHarmlessWord: Bool {
    !isEmpty && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
  }
}
