import PersistentObjectsCommandLine
import PersistentObjectsInspection

/// `persist checksum`: a hash of the content.
struct Checksum: Command {
  let file = Parameter.store
  let className = Parameter.optionalClass(help: "The only class to hash.")
  let format = Parameter.rowFormat

  var declaration: CommandDeclaration {
    CommandDeclaration(
      "checksum", abstract: "Hash the content of a store",
      discussion: """
        The hash covers classes, keys and stored forms. It stays the same after a backup or a vacuum, \
        and after export and load of a sound store, and does not depend on the database that holds \
        the objects.
        """,
      parameters: [file, className, format],
      examples: [
        Example("persist checksum people.sqlite3"),
        Example("persist checksum people.sqlite3 Person"),
      ])
  }

  func run(_ invocation: Invocation, _ output: Output) throws -> ExitStatus {
    let checksum = try InspectedFile.reading(invocation[file]) {
      try $0.checksum(of: invocation[className], progress: output.progress("Hashing"))
    }
    try output.record([
      OutputPair("checksum", .text(checksum.description)),
      OutputPair("rows", .integer(Int64(checksum.rowCount)), .grouped),
    ])
    return .success
  }
}
