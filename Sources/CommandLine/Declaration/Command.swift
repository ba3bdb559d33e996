/// A verb of the program, declared once.
///
/// Parsing, help, usage errors, completions and the manual page are derived from the declaration.
/// Its parameters are also the keys with which ``run(_:_:)`` reads the values:
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
package protocol Command: Sendable {
  /// The verb, its parameters and their descriptions.
  var declaration: CommandDeclaration { get }

  /// Runs the verb.
  ///
  /// A ``UsageError`` becomes ``ExitStatus/wrongUse``, any other error
  /// ``ExitStatus/couldNotLook``; both are printed on the standard error.
  func run(_ invocation: Invocation, _ output: Output) throws -> ExitStatus
}

/// The description of a verb, or of the program itself.
package struct CommandDeclaration: Sendable {
  /// The verb as the user types it.
  package let verb: String
  /// A summary in one line without a full stop: "Show objects with all their properties".
  let abstract: String
  /// Paragraphs, separated by an empty line; the manual highlights names between back quotes.
  let discussion: String
  /// The parameters in the order in which help lists them. Arguments are in the order in which the
  /// user gives them.
  let parameters: [any AnyParameter]
  let examples: [Example]

  package init(
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

  /// The options and flags that are shown to users.
  var shownOptions: [ParameterDeclaration] { options.filter { !$0.isHidden } }
}
