/// A parameter without the type of its value: what help, completions and the manual know of it.
struct ParameterDeclaration: Sendable, Equatable {
  /// How a parameter is given.
  enum Role: Sendable, Equatable {
    /// By its position.
    case argument
    /// By one of its names, followed by a value.
    case option(names: [String])
    /// By one of several names that stand for themselves.
    case flags([Flag])
  }

  /// What happens if two flags of one parameter are given.
  enum Conflict: Sendable, Equatable {
    case isError
    case lastWins
  }

  let role: Role
  /// What stands for the value in help: `FILE`, `N`.
  let placeholder: String
  var kind = ValueKind.text
  /// One or more sentences.
  let help: String
  var isRequired = false
  var isRepeated = false
  /// The default as help shows it.
  var defaultText: String?
  var conflict = Conflict.isError
  /// Whether it is for scripts of the program's own, and not for people.
  var isHidden = false

  var isArgument: Bool { role == .argument }

  /// Whether a value follows the name.
  var takesValue: Bool {
    if case .option = role { return true }
    return false
  }

  /// The names that may be typed: `-o`, `--output`; none for an argument.
  var names: [String] {
    switch role {
    case .argument: []
    case .option(let names): names
    case .flags(let flags): flags.flatMap(\.names)
    }
  }

  /// The name under which its value is kept: unique in a command.
  var key: String { names.last ?? placeholder }

  /// How messages call it: `FILE` or `--limit`.
  var title: String { names.last ?? placeholder }
}

/// One name, or a short and a long one, that stands for itself.
struct Flag: Sendable, Equatable {
  /// The short name first: `-h`, `--help`.
  let names: [String]
  let help: String

  init(_ names: String..., help: String) {
    self.names = names
    self.help = help
  }
}
