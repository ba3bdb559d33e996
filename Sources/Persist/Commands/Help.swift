import PersistentObjectsCommandLine

/// `persist help`: the help for the program or for a verb.
struct Help: Command {
  let verb: Parameter<String?>

  /// - Parameter verbs: the other verbs.
  init(verbs: [String]) {
    verb = .optionalArgument(
      "VERB", ValueType(kind: .choice(verbs + ["help"])) { text in text },
      help: "The verb; without it, the program.")
  }

  var declaration: CommandDeclaration {
    CommandDeclaration(
      "help", abstract: "Show help for the program or for a verb",
      parameters: [verb],
      examples: [Example("persist help show"), Example("persist show --help")])
  }

  func run(_ invocation: Invocation, _ output: Output) throws -> ExitStatus {
    throw HelpRequest(verb: invocation[verb])
  }
}
