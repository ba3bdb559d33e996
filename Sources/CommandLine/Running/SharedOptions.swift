/// The user's choice whether output is colored.
package enum ColorChoice: FlagChoice {
  /// Colors on a terminal that supports them, unless `NO_COLOR` is set.
  case automatic
  case always
  case never

  package var flag: Flag? {
    switch self {
    case .automatic: nil
    case .always: Flag("--color", help: "Uses colors even without a terminal.")
    case .never:
      Flag("--no-color", help: "Uses no colors; the default without a terminal and with NO_COLOR.")
    }
  }
}

extension Parameter where Value == ColorChoice {
  /// The last of `--color` and `--no-color`, which may also come before the verb.
  package static var color: Parameter<ColorChoice> {
    .choice(default: .automatic, conflict: .lastWins)
  }
}

extension Parameter where Value == Bool {
  /// Ends parsing with a ``HelpRequest``.
  package static var help: Parameter<Bool> { .flag(Flag("-h", "--help", help: "Shows this help.")) }

  package static var version: Parameter<Bool> {
    .flag("--version", help: "Shows the version of the program.")
  }

  package static var generateManual: Parameter<Bool> {
    .flag("--generate-manual", help: "Prints the manual page, for man.")
  }
}

extension Parameter where Value == Shell? {
  package static var generateCompletions: Parameter<Shell?> {
    .option(
      "--generate-completions", placeholder: "SHELL", .choice,
      help: "Prints a script that completes verbs and options in bash, zsh or fish.")
  }
}

extension Parameter where Value == FilePath? {
  /// Lists the classes of a file, for the scripts that complete them.
  package static var completeClasses: Parameter<FilePath?> {
    Parameter.option(
      "--complete-classes", placeholder: "FILE", .file, help: "Lists the classes of a file."
    ).hidden
  }
}

extension Parameter where Value == OutputFormat {
  /// The format of rows.
  package static var rowFormat: Parameter<OutputFormat> { .choice(default: .table) }
}

extension CommandDeclaration {
  /// The declaration with the options of every verb.
  var withSharedOptions: CommandDeclaration {
    CommandDeclaration(
      verb, abstract: abstract, discussion: discussion,
      parameters: parameters + Program.sharedOptions, examples: examples)
  }
}
