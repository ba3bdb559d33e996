/// `persist check`: whether a store is sound.
struct Check: Command {
  let file = Parameter.store
  let deep: Parameter<Bool> = .flag(
    "--deep", help: "Reads every cell by its codec, every reference, position and counter.")
  let format = Parameter.rowFormat

  var declaration: CommandDeclaration {
    CommandDeclaration(
      "check", abstract: "Check whether a store is sound",
      discussion: """
        Each finding names the table, the key and the remedy; UNKNOWN says where the check could \
        not look. Nothing is changed. The exit status is 0 if the store is sound and 1 if \
        something was found.
        """,
      parameters: [file, deep, format],
      examples: [
        Example("persist check people.sqlite3"),
        Example("persist check people.sqlite3 --deep --ndjson"),
      ])
  }

  func run(_ invocation: Invocation, _ output: Output) throws -> ExitStatus {
    throw NotBuilt(verb: invocation.verb)
  }
}
