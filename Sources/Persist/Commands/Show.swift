/// `persist show`: objects with all their properties.
struct Show: Command {
  let file = Parameter.store
  let className: Parameter<String> = .argument(
    "CLASS", .className, help: "The class; its subclasses are shown, too.")
  let key: Parameter<Int?> = .optionalArgument(
    "KEY", .number(from: 1), help: "The key of the one object to show.")
  let criteria: Parameter<String?> = .option(
    "--where", placeholder: "CRITERIA", .text,
    help: "Shows only objects that meet the criteria, as in \"born < '1970-01-01'\".")
  let order: Parameter<[String]> = .repeatedOption(
    "--order", placeholder: "PROPERTY", .text,
    help: "Sorts by the property, and with a dash before it from the greatest on.")
  let limit: Parameter<Int?> = .option(
    "--limit", placeholder: "N", .number(from: 1), help: "Stops after N objects.")
  let depth: Parameter<Int> = .option(
    "--depth", placeholder: "N", .number(from: 0, to: 20), default: 0,
    help: "Shows what collections hold and references lead to, N steps far.")
  let format = Parameter.rowFormat

  var declaration: CommandDeclaration {
    CommandDeclaration(
      "show", abstract: "Show objects with all their properties",
      discussion: """
        Values are read by the codecs that the store has recorded. A codec that is not a standard \
        one shows its name and the stored form.
        """,
      parameters: [file, className, key, criteria, order, limit, depth, format],
      examples: [
        Example("persist show people.sqlite3 Person 7 --depth 1"),
        Example("persist show people.sqlite3 Person --where \"born < '1970-01-01'\" --limit 3"),
        Example("persist show people.sqlite3 Person --order lastName --order -born --csv"),
      ])
  }

  func run(_ invocation: Invocation, _ output: Output) throws -> ExitStatus {
    throw NotBuilt(verb: invocation.verb)
  }
}
