/// `persist follow`: along references and into collections.
struct Follow: Command {
  let file = Parameter.store
  let path: Parameter<String> = .argument(
    "CLASS#KEY.property…", .text,
    help: "An object, and the properties to follow from it, as in Person#7.boss.pets.")
  let referrers: Parameter<Bool> = .flag(
    "--referrers", help: "Also lists the objects that refer to each object reached.")
  let limit: Parameter<Int?> = .option(
    "--limit", placeholder: "N", .number(from: 1), help: "Stops after N objects.")
  let format = Parameter.rowFormat

  var declaration: CommandDeclaration {
    CommandDeclaration(
      "follow", abstract: "Follow references from an object",
      discussion: """
        Goes from an object along references and into collections, and shows the objects that are \
        reached.
        """,
      parameters: [file, path, referrers, limit, format],
      examples: [
        Example("persist follow people.sqlite3 Person#7.boss.pets"),
        Example("persist follow people.sqlite3 Person#7 --referrers"),
      ])
  }

  func run(_ invocation: Invocation, _ output: Output) throws -> ExitStatus {
    throw NotBuilt(verb: invocation.verb)
  }
}
