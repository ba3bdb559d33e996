import Foundation
import PersistentObjectsAncestors
import PersistentObjectsCommandLine
import PersistentObjectsGeneration
import PersistentObjectsInspection

/// `persist import`: files of the ancestors and of other programs.
struct Import: Command {
  let old: Parameter<FilePath> = .argument(
    "OLD", .file, help: "The file of SQLite Persistent Objects, or any other SQLite database.")
  let new: Parameter<FilePath> = .argument(
    "NEW", .file, help: "The store to create: a new file, or a URI of a schema without objects.")
  let zone: Parameter<TimeZone> = .option(
    "--zone", placeholder: "ZONE", .timeZone, default: .current, shown: "the zone of this machine",
    help: "The time zone in which the old program wrote its dates, as in Europe/Berlin.")
  let map: Parameter<FilePath?> = .option(
    "--map", placeholder: "JSON", .file,
    help: "Takes names of classes and properties from the file. Not for other databases.")
  let omitted = Parameter.omittedTables
  let dryRun: Parameter<Bool> = .flag(
    "--dry-run", help: "Writes nothing, and shows what would be imported, with every doubt.")
  let format = Parameter.rowFormat

  var declaration: CommandDeclaration {
    CommandDeclaration(
      "import", abstract: "Import a file of SQLite Persistent Objects or another database",
      discussion: """
        Reads what SQLite Persistent Objects wrote between 2008 and its last forks, or the tables \
        of any other SQLite database, and writes a new store. The old file is only read. What the old \
        file itself has lost is reported; the status is 1 if something in it is not imported. In other \
        databases, dates stored as text are read as UTC, whatever the zone.
        """,
      parameters: [old, new, zone, map, omitted, dryRun, format],
      examples: [
        Example("persist import old.sqlite3 new.sqlite3 --zone Europe/Berlin"),
        Example("persist import old.sqlite3 new.sqlite3 --zone UTC --dry-run"),
      ])
  }

  func run(_ invocation: Invocation, _ output: Output) throws -> ExitStatus {
    try invocation[old].requireFile(for: "import")
    try invocation[new].requireFree()
    let target = invocation[dryRun] ? nil : invocation[new]
    let legacy = try LegacyStore(invocation[old].path)
    guard legacy.recognition.isLegacy else {
      try requireNoMap(invocation)
      // The reader of old files has already looked for damage.
      let database = try ForeignDatabase(
        invocation[old].path, checksDamage: false, omitting: Set(invocation[omitted]))
      return try ForeignImporting(database: database, output: output).run(into: target)
    }
    try requireNoOmission(invocation)
    return try LegacyImporting(
      old: legacy, map: try invocation[map].map(LegacyMap.init) ?? LegacyMap(),
      zone: invocation[zone], output: output
    ).run(into: target)
  }

  private func requireNoMap(_ invocation: Invocation) throws {
    guard invocation[map] != nil else { return }
    throw UsageError(
      "--map is for files of SQLite Persistent Objects, and \(invocation[old].path) is another"
        + " database; leave it out", verb: invocation.verb)
  }

  private func requireNoOmission(_ invocation: Invocation) throws {
    guard !invocation[omitted].isEmpty else { return }
    throw UsageError(
      "--omit is for databases of other programs, and \(invocation[old].path) is a file of SQLite"
        + " Persistent Objects; leave it out", verb: invocation.verb)
  }
}

extension LegacyMap {
  /// Makes a map from a file.
  fileprivate init(_ file: FilePath) throws {
    let text = try FileArgument.path(file.path).openToRead().readToEnd()
    try self.init(json: text, source: file.path)
  }
}

extension ValueType where Value == TimeZone {
  /// A time zone by its identifier.
  static var timeZone: ValueType {
    ValueType(kind: .text) { text throws(UnreadableValue) in
      guard let zone = TimeZone(typed: text) else {
        let suggestion = Suggestion(for: text, among: TimeZone.knownTimeZoneIdentifiers)
        throw UnreadableValue(
          reason: "must be a time zone such as Europe/Berlin or UTC\(suggestion.asQuestion)")
      }
      return zone
    }
  }
}
