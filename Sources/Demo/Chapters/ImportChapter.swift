import Foundation
import PersistentObjects
import PersistentObjectsCommandLine

/// Reads the index into the database. A class, since it owns the opened file: a pipe cannot be
/// opened again.
final class ImportChapter: Chapter {
  private var reader: ControlFileReader

  let title = "Import"
  let explanation = """
    The index is read stanza by stanza and saved in batches, each in a transaction and a session of \
    its own, so memory does not grow with the index. The first batch finds no tables and makes them.
    """

  init(_ reader: consuming ControlFileReader) {
    self.reader = reader
  }

  func run(_ tour: Tour) throws {
    let clock = ContinuousClock()
    let start = clock.now
    let counts = try importPackages(tour)
    if counts.packages == 0 {
      throw ControlFileError(file: reader.name, message: "the index holds no packages")
    }
    tour.index = counts
    let imported = clock.now
    let resolver = try resolveDependencies(tour)
    try report(tour, counts, resolver, imported - start, clock.now - imported)
    try keepRecord(tour, counts, clock.now - start)
  }

  private func importPackages(_ tour: Tour) throws -> IndexCounts {
    var importer = Importer(tour.store)
    var progress = ProgressBar("importing", items: "packages", totalBytes: reader.size)
    defer { progress.finish() }
    try tour.write(code: Importer.batchCode)
    let log = StatementLog()
    var goesOn = try log.listen(to: tour.store) { try importer.importBatch(from: &reader) }
    try tour.write(log)
    while goesOn {
      progress.update(count: importer.counts.packages, bytes: reader.bytesRead)
      goesOn = try importer.importBatch(from: &reader)
    }
    return importer.counts
  }

  private func resolveDependencies(_ tour: Tour) throws -> DependencyResolver {
    try tour.say(
      """
      A second pass turns the relations into references to the packages that satisfy them, a batch \
      in a transaction at a time: one statement for the packages, one for all their relations, one \
      for all packages that these name. Only what changed is written.
      """)
    var resolver = DependencyResolver(tour.store)
    try tour.write(code: DependencyResolver.batchCode)
    let log = StatementLog()
    var goesOn = try log.listen(to: tour.store) { try resolver.resolveBatch() }
    try tour.write(log)
    while goesOn { goesOn = try resolver.resolveBatch() }
    return resolver
  }

  private func report(
    _ tour: Tour, _ counts: IndexCounts, _ resolver: DependencyResolver, _ importing: Duration,
    _ resolving: Duration
  ) throws {
    var table = TextTable(["pass", "what", "count", "seconds", "per second"])
    func add(_ pass: String, _ what: String, _ count: Int, _ time: Duration) {
      let rate = Int(Double(count) / max(time.seconds, 0.001))
      table.append([pass, what, count.grouped, time.seconds.text(decimals: 2), rate.grouped])
    }
    add("import", "packages", counts.packages, importing)
    add("", "relations", counts.dependencies, importing)
    add("", "tags", counts.tags, importing)
    add("resolve", "references", resolver.references, resolving)
    try tour.write(table)
    if let memory = ProcessInfo.processInfo.peakMemory {
      try tour.say("The process has used at most \(memory / 1_000_000) MB of memory so far.")
    }
    try tour.check("every package was gone through", resolver.packages == counts.packages)
    let stored = try Session.main.integer("SELECT count(*) FROM package_dependencies")
    try tour.check("the table has that many references", stored == resolver.references)
  }

  private func keepRecord(_ tour: Tour, _ counts: IndexCounts, _ time: Duration) throws {
    try tour.say("A new object of a new class, with a Date and a Double, is saved by itself:")
    let (path, now) = (reader.name, Date())
    let record = try tour.call(
      """
      let record = ImportRecord(
        file: path, importedAt: now, seconds: time.seconds, packages: counts.packages)
      try record.save()
      """
    ) {
      let record = ImportRecord(
        file: path, importedAt: now, seconds: time.seconds, packages: counts.packages)
      try record.save()
      return record
    }
    let rows = try Session.main.rows(
      "SELECT pk, file, imported_at, seconds, packages FROM import_record")
    try tour.write(
      TextTable(["pk", "file", "imported_at", "seconds", "packages"], rows: rows))
    try tour.check("the new object has a key and is clean", record.pk == 1 && !record.needsSaving)
  }
}
