import PersistentObjects
import PersistentObjectsInspection

/// One run of ``LegacyStore/import(into:classes:timeZone:map:)``, which makes all objects with
/// their required values first, and then sets their references.
struct LegacyClassImport {
  private(set) var outcome = LegacyOutcome()
  private let file: LegacyStore
  private let calendar: LegacyCalendar
  private let session: Session
  private let classes: [LegacyObjectMaker]
  private var tally = DoubtTally()

  init(
    _ file: LegacyStore, _ model: LegacyModel, _ matches: [LegacyClassMatch],
    _ calendar: LegacyCalendar, _ session: Session
  ) {
    self.file = file
    self.calendar = calendar
    self.session = session
    let types = Dictionary(
      matches.map { ($0.table.name, $0.type) }, uniquingKeysWith: { first, _ in first })
    let typed = LegacyTypedValue(registry: session.store.configuration.codecs) { reference in
      guard !reference.isDangling, let type = types[reference.table] else { return nil }
      return try Self.find(type, reference.key, session)
    }
    classes = matches.compactMap { match in
      model.class(table: match.table.name).map { LegacyObjectMaker(match, $0, typed) }
    }
    let missing = model.classes.filter { types[$0.table] == nil }
    let ignored = Set(missing.map(\.table))
    tally.add(model.doubts.filter { !($0.table.map(ignored.contains) ?? false) })
    for type in missing {
      tally.add(
        LegacyDoubt(
          .noClass, table: type.table,
          """
          \(type.rowCount) objects of \(type.name) are not imported: it is not one of the classes; add \
          it to them, or name its table in the map
          """))
    }
    for maker in classes { tally.add(maker.missing) }
  }

  private static func find<Object: PersistentObject>(
    _ type: Object.Type, _ pk: Int64, _ session: Session
  ) throws -> (any PersistentObject)? { try session.find(type, pk: pk) }

  mutating func run() throws {
    try makeObjects()
    for maker in classes where maker.refers { try relate(maker) }
    for maker in classes {
      let last = max(maker.source.lastKey ?? 0, maker.source.greatestKey ?? 0)
      try session.reserveKeys(through: last, of: maker.type)
    }
    outcome.doubts = tally.counts
  }

  // MARK: Objects

  /// Makes all objects. An object whose required references do not exist yet waits, and is tried
  /// again for as long as other objects get made.
  private mutating func makeObjects() throws {
    var waiting: [(maker: LegacyObjectMaker, object: LegacyObject)] = []
    for maker in classes {
      outcome.objects[maker.className] = 0
      let doubts = try file.forEachObject(of: maker.source, calendar: calendar) { object in
        tally.add(object.doubts)
        if try maker.mustWait(object) {
          waiting.append((maker, object))
        } else {
          try make(object, maker)
        }
      }
      tally.add(doubts)
    }
    while !waiting.isEmpty {
      let (ready, others) = try waiting.partitioned { try !$0.maker.mustWait($0.object) }
      guard !ready.isEmpty else { throw others[0].maker.circle(others[0].object) }
      for (maker, object) in ready { try make(object, maker) }
      waiting = others
    }
  }

  private mutating func make(_ object: LegacyObject, _ maker: LegacyObjectMaker) throws {
    tally.add(maker.doubts(about: object))
    try save(try maker.make(object), object.key)
    outcome.objects[maker.className, default: 0] += 1
  }

  private func save(_ object: some PersistentObject, _ pk: Int64) throws {
    try session.save(object, as: pk)
  }

  // MARK: References

  private func relate(_ maker: LegacyObjectMaker) throws {
    _ = try file.forEachObject(of: maker.source, calendar: calendar) { object in
      let references = try maker.references(of: object)
      guard !references.isEmpty, let found = try Self.find(maker.type, object.key, session) else {
        return
      }
      try set(references, in: found, maker, object)
    }
  }

  private func set(
    _ values: [String: Any?], in object: some PersistentObject, _ maker: LegacyObjectMaker,
    _ source: LegacyObject
  ) throws {
    do {
      try object.setValues(values)
      try session.saveWithTimesKept(object)
    } catch let error as PersistenceError {
      throw error.adding(.init(table: maker.source.table, pk: source.key))
    }
  }
}

extension Array {
  fileprivate func partitioned(_ isFirst: (Element) throws -> Bool) rethrows -> (
    [Element], [Element]
  ) {
    var (first, second): ([Element], [Element]) = ([], [])
    for element in self {
      if try isFirst(element) { first.append(element) } else { second.append(element) }
    }
    return (first, second)
  }
}
