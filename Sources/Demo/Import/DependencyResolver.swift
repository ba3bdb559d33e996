import PersistentObjects

/// Turns the relations of packages into references to the packages that satisfy them, a batch of
/// packages at a time.
struct DependencyResolver {
  static let batchSize = 2000

  /// The code for a batch, as the demo shows it.
  static let batchCode = #"""
    let packages = try Package.query.after(key).limit(batchSize).loading(\.depends)
      .find(in: session)
    let targets = try targets(of: packages, in: session)
    for package in packages { references += package.resolve(in: targets) }
    """#

  let store: Store
  /// The number of processed packages.
  private(set) var packages = 0
  /// The number of references from a package to one that it depends on.
  private(set) var references = 0
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
    references += batch.references
    lastKey = batch.lastKey
    return batch.packages > 0
  }

  private struct Batch {
    var packages = 0
    var references = 0
    var lastKey: Int64
  }

  private static func resolve(after key: Int64, in session: Session) throws -> Batch {
    var references = 0
    let packages = try Package.query.after(key).limit(batchSize).loading(\.depends)
      .find(in: session)
    let targets = try targets(of: packages, in: session)
    for package in packages { references += package.resolve(in: targets) }
    return Batch(
      packages: packages.count, references: references, lastKey: packages.last?.pk ?? key)
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

extension Package {
  /// Makes the packages that satisfy the relations the dependencies. Returns their number.
  fileprivate func resolve(in packages: [String: Package]) -> Int {
    let matches = depends.compactMap { $0.firstMatch(in: packages) }.withoutRepetition()
    if !matches.isEmpty { dependencies = matches }
    return matches.count
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
