import Foundation
import PersistentObjects

/// The entry point: reads the command line, runs, and turns errors into an exit status.
@main
struct Demo {
  static func main() throws {
    let path = CommandLine.arguments[1]
    let db = CommandLine.arguments[2]
    var sqlite = SQLiteConfiguration(path: db)
    if CommandLine.arguments.count > 3 { sqlite.cacheSize = Int(CommandLine.arguments[3]) }
    let store = try Store(sqlite, codecs: .demo)
    let clock = ContinuousClock()
    var importer = Importer(store)
    var reader = try ControlFileReader(path: path)
    let t = clock.now
    while try importer.importBatch(from: &reader) {}
    print("import", clock.now - t)
    var resolver = DependencyResolver(store)
    while try resolver.resolveBatch() {}
    print("resolved", clock.now - t, resolver)
    print(importer.counts)
  }
}
