/// A verb of the program, declared once.
///
/// Parsing, help, usage errors, completions and the manual page are derived from the declaration;
/// the parameters in it are also the keys by which ``run(_:_:)`` reads what was given:
///
///     struct Count: Command {
///       let file = Parameter.store
///       let limit: Parameter<Int?> = .option(
///         "--limit", placeholder: "N", .number(from: 1), help: "Stops after N rows.")
///
///       var declaration: CommandDeclaration {
///         CommandDeclaration("count", abstract: "Count rows", parameters: [file, limit])
///       }
///
///       func run(_ invocation: Invocation, _ output: Output) throws -> ExitStatus {
///         let path: String = invocation[file].path
///         let limit: Int? = invocation[limit]
///         …
///       }
///     }
protocol Command: Sendable {
  /// The verb, its parameters and the words about it.
  var declaration: CommandDeclaration { get }

  /// Does what the verb says.
  ///
  /// A ``UsageError`` becomes ``ExitStatus/wrongUse``, any other error
  /// ``ExitStatus/couldNotLook``; both are printed on the standard error.
  func run(_ invocation: Invocation, _ output: Output) throws -> ExitStatus
}

/// What the program knows of a verb, or of itself.
struct CommandDeclaration: Sendable {
  /// The verb as it is typed.
  let verb: String
  /// One line without a full stop: "Show objects with all their properties".
  let abstract: String
  /// Paragraphs, set apart by an empty line; names between back quotes stand out in the manual.
  let discussion: String
  /// In the order in which help lists them; arguments in the order in which they are given.
  let parameters: [any AnyParameter]
  let examples: [Example]

  init(
    _ verb: String, abstract: String, discussion: String = "",
    parameters: [any AnyParameter] = [], examples: [Example] = []
  ) {
    self.verb = verb
    self.abstract = abstract
    self.discussion = discussion
    self.parameters = parameters
    self.examples = examples
  }

  /// The positional arguments.
  var arguments: [ParameterDeclaration] { parameters.map(\.declaration).filter(\.isArgument) }

  /// The options and flags.
  var options: [ParameterDeclaration] { parameters.map(\.declaration).filter { !$0.isArgument } }

  /// The options and flags of which people are told.
  var shownOptions: [ParameterDeclaration] { options.filter { !$0.isHidden } }
}
