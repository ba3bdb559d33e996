import PersistentObjects
import PersistentObjectsCommandLine
import PersistentObjectsInspection

/// `persist follow`: along references and into collections.
struct Follow: Command {
  let file = Parameter.database
  let path: Parameter<String> = .argument(
    "CLASS#KEY.property…", .text,
    help: "An object, and the properties to follow from it, as in Person#7.boss.pets.")
  let referrers: Parameter<Bool> = .flag(
    "--referrers", help: "Also lists the objects that refer to each object reached.")
  let limit: Parameter<Int?> = .option(
    "--limit", placeholder: "N", .number(from: 1),
    help: "Stops after N objects, and with --referrers after N for each of them.")
  let format = Parameter.rowFormat

  var declaration: CommandDeclaration {
    CommandDeclaration(
      "follow", abstract: "Follow references from an object",
      discussion: """
        Follows references from an object, also through collections, and shows the objects that are \
        reached.
        """,
      parameters: [file, path, referrers, limit, format],
      examples: [
        Example("persist follow people.sqlite3 Person#7.boss.pets"),
        Example("persist follow people.sqlite3 Person#7 --referrers"),
      ])
  }

  func run(_ invocation: Invocation, _ output: Output) throws -> ExitStatus {
    try requireFitting(invocation)
    return try InspectedFile.reading(invocation[file], orAnyDatabase: true) { file in
      let path = try ObjectPath(invocation[path])
      let limit = invocation[limit]
      try output.document { document in
        var reached: [ObjectKey] = []
        try document.rows(
          "reached", title: "Reached", isMain: true,
          [OutputColumn("object"), OutputColumn("value")]
        ) { append in try print(path, file, limit: limit, &reached, append) }
        guard invocation[referrers] else { return }
        try document.rows(
          "referrers", title: "Referring to them",
          [OutputColumn("object"), OutputColumn("referrer"), OutputColumn("property")]
        ) { append in
          for key in reached { try printReferrers(to: key, file, limit: limit, append) }
        }
      }
      return .success
    }
  }

  /// Throws for options that do not fit each other.
  private func requireFitting(_ invocation: Invocation) throws {
    guard invocation[referrers], invocation[format] == .csv else { return }
    throw UsageError(
      "--csv has one table, so it cannot have the objects that --referrers lists; use --json or"
        + " --ndjson", verb: invocation.verb)
  }

  private func printReferrers(
    to key: ObjectKey, _ file: InspectedFile, limit: Int?,
    _ append: (_ row: [OutputValue]) throws -> Void
  ) throws {
    var count = 0
    try file.forEachReferrer(to: key) { referrer, property in
      try append([
        .text(file.name(of: key)), .text(file.name(of: referrer)), .text(property),
      ])
      count += 1
      return limit.map { count < $0 } ?? true
    }
  }

  /// Prints objects with their properties; prints values without a name.
  private func print(
    _ path: ObjectPath, _ file: InspectedFile, limit: Int?, _ reached: inout [ObjectKey],
    _ append: (_ row: [OutputValue]) throws -> Void
  ) throws {
    let objects = ObjectPresentation(file: file)
    var count = 0
    try file.follow(path) { value in
      if case .reference(let key) = value {
        reached.append(key)
        let object = try file.object(key)
        try append([
          .text(file.name(of: key)), try object.map { .object(try objects.pairs(of: $0)) } ?? .null,
        ])
      } else {
        try append([.null, try objects.value(value)])
      }
      count += 1
      return limit.map { count < $0 } ?? true
    }
  }
}
