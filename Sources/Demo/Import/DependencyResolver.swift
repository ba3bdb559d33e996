import PersistentObjects

/// Turns the relations of packages into references to the packages that satisfy them, a batch of
/// packages at a time.
struct DependencyResolver {
  static let batchSize = 2000

  let store: Store
  /// How many packages were gone through.
  private(set) var packages = 0
  /// How many relations a package of the index satisfies; virtual packages satisfy the others.
  private(set) var resolved = 0
  private var lastKey: Int64 = 0

  init(_ store: Store) {
    self.store = store
  }

  /// Goes through the next batch; returns false when there are no more packages.
  mutating func resolveBatch() throws -> Bool {
    let start = lastKey
    let (count, resolved, last) = try store.transaction { session in
      try Self.resolve(after: start, in: session)
    }
    packages += count
    self.resolved += resolved
    lastKey = last
    return count > 0
  }

  private static func resolve(
    after key: Int64, in session: Session
  ) throws -> (packages: Int, resolved: Int, last: Int64) {
    let packages = try Package.query.after(key).limit(batchSize).loading(\.depends)
      .find(in: session)
    let targets = try targets(of: packages, in: session)
    var resolved = 0
    for package in packages {
      let matches = package.depends.compactMap { relation in
        relation.alternatives.lazy.compactMap { targets[$0.package]?.satisfying($0) }.first
      }
      resolved += matches.count
      if !matches.isEmpty { package.dependencies = matches.withoutRepetition() }
    }
    try session.save()
    return (packages.count, resolved, packages.last?.pk ?? key)
  }

  private static func targets(
    of packages: [Package], in session: Session
  ) throws -> [String: Package] {
    let names = packages.reduce(into: Set<String>()) { names, package in
      for relation in package.depends {
        for alternative in relation.alternatives { names.insert(alternative.package) }
      }
    }
    let found = try Package.find(in: session) { $0.name.isIn(names) }
    return Dictionary(found.map { ($0.name, $0) }) { $0.version > $1.version ? $0 : $1 }
  }
}

extension Package {
  /// This package, if an alternative allows its version.
  fileprivate func satisfying(_ alternative: Relation.Alternative) -> Package? {
    alternative.constraint?.admits(version) == false ? nil : self
  }
}

extension [Package] {
  /// The packages in their order, each once.
  fileprivate func withoutRepetition() -> [Package] {
    var seen: Set<Package> = []
    return filter { seen.insert($0).inserted }
  }
}
