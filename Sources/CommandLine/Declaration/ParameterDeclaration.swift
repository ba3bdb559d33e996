/// A parameter without the type of its value, as help, completions and the manual need it.
package struct ParameterDeclaration: Sendable, Equatable {
  /// The way in which a parameter is given.
  enum Role: Sendable, Equatable {
    /// The parameter is given by its position.
    case argument
    /// The parameter is given by one of its names, followed by a value.
    case option(names: [String])
    /// The parameter is given by one of several flags.
    case flags([Flag])
  }

  /// The treatment of two flags for one parameter.
  package enum Conflict: Sendable, Equatable {
    case isError
    case lastWins
  }

  let role: Role
  /// The placeholder for the value in help: `FILE`, `N`.
  let placeholder: String
  var kind = ValueKind.text
  /// The description, in one or more sentences.
  let help: String
  var isRequired = false
  var isRepeated = false
  /// The default as help shows it.
  var defaultText: String?
  var conflict = Conflict.isError
  /// Whether the parameter is only for the program's own scripts, not for people.
  var isHidden = false

  var isArgument: Bool { role == .argument }

  /// Whether a value follows the name.
  var takesValue: Bool {
    if case .option = role { return true }
    return false
  }

  /// The names that the user may type: `-o`, `--output`; empty for an argument.
  var names: [String] {
    switch role {
    case .argument: []
    case .option(let names): names
    case .flags(let flags): flags.flatMap(\.names)
    }
  }

  /// The key of the parameter's value, which is unique in a command.
  var key: String { names.last ?? placeholder }

  /// The name in messages: `FILE` or `--limit`.
  var title: String { names.last ?? placeholder }
}

/// A flag with one name, or with a short and a long one.
package struct Flag: Sendable, Equatable {
  /// The short name first: `-h`, `--help`.
  let names: [String]
  let help: String

  package init(_ names: String..., help: String) {
    self.names = names
    self.help = help
  }
}
