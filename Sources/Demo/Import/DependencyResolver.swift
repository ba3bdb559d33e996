import PersistentObjects

/// Turns the relations of packages into references to the packages that satisfy them, a batch of
/// packages at a time.
struct DependencyResolver {
  static let batchSize = 2000

  /// The code for a batch, as the demo shows it.
  static let batchCode = #"""
    let packages = try Package.query.after(key).limit(batchSize).loading(\.depends)
      .find(in: session)
    """#

  let store: Store
  /// The number of processed packages.
  private(set) var packages = 0
  /// The number of relations that a package of the index satisfies.
  private(set) var resolved = 0
  private var lastKey: Int64 = 0

  init(_ store: Store) {
    self.store = store
  }

  /// Processes the next batch. Returns false if there are no more packages.
  mutating func resolveBatch() throws -> Bool {
    let start = lastKey
    let batch = try store.blocking.transaction { session in
      try Self.resolve(after: start, in: session)
    }
    packages += batch.packages
    resolved += batch.resolved
    lastKey = batch.lastKey
    return batch.packages > 0
  }

  private struct Batch {
    var packages = 0
    var resolved = 0
    var lastKey: Int64
  }

  private static func resolve(after key: Int64, in session: Session) throws -> Batch {
    let packages = try Package.query.after(key).limit(batchSize).loading(\.depends)
      .find(in: session)
    let targets = try targets(of: packages, in: session)
    var batch = Batch(packages: packages.count, lastKey: packages.last?.pk ?? key)
    for package in packages {
      let matches = package.depends.compactMap { $0.firstMatch(in: targets) }
      if !matches.isEmpty { package.dependencies = matches.withoutRepetition() }
      batch.resolved += matches.count
    }
    return batch
  }

  /// Returns the packages that the relations name, read with one statement.
  private static func targets(
    of packages: [Package], in session: Session
  ) throws -> [String: Package] {
    let alternatives = packages.lazy.flatMap { $0.depends.lazy.flatMap(\.alternatives) }
    let names = Set(alternatives.map(\.package))
    let found = try Package.find(in: session) { $0.name.isIn(names) }
    return Dictionary(found.map { ($0.name, $0) }) { $0.version > $1.version ? $0 : $1 }
  }
}

extension Relation {
  /// Returns the package of the first alternative that exists in an allowed version. Packages that
  /// only *provide* it are ignored.
  func firstMatch(in packages: [String: Package]) -> Package? {
    for alternative in alternatives {
      guard let package = packages[alternative.package] else { continue }
      if alternative.constraint?.admits(package.version) != false { return package }
    }
    return nil
  }
}

extension [Package] {
  /// Returns the packages in their order, each once.
  fileprivate func withoutRepetition() -> [Package] {
    var seen: Set<Package> = []
    return filter { seen.insert($0).inserted }
  }
}
