import Foundation
import PersistentObjects
import TestSupport
import Testing

@Persistent private final class Crate {
  var label: String
  var weight: Int
  var notes: [String]
  var stamps: Set<Int>
  var next: Crate?
  var bundle: [Crate] = []
  static let indices: [Index<Crate>] = [.unique(\.label), [\.weight]]
  init(label: String, weight: Int, notes: [String], stamps: Set<Int>) {
    (self.label, self.weight, self.notes, self.stamps) = (label, weight, notes, stamps)
  }
}

/// Tenants with rows of the same keys in the same tables, each compared with a model of its own.
@Suite(.enabled(if: TestedDatabase.current != .tenants, "These tests have tenants of their own."))
struct RandomTenantTests {
  @Test(arguments: 0..<UInt64(Settings.runs)) func noneMeetsTheRowsOfAnother(_ run: UInt64) throws {
    let seed = Settings.seed &+ run
    let file = try TemporaryFile()
    defer { file.remove() }
    do {
      var depot = try Depot(file, seed: seed)
      try depot.run(steps: Settings.steps)
    } catch {
      Issue.record(
        """
        PERSISTENT_OBJECTS_SEED=\(seed) PERSISTENT_OBJECTS_STEPS=\(Settings.steps) \
        PERSISTENT_OBJECTS_RUNS=1 repeats this: \(error)
        """)
    }
  }
}

/// The values that a tenant's crate should have.
private struct ModelCrate: Equatable {
  var label: String
  var weight: Int
  var notes: [String]
  var stamps: Set<Int>
  var next: Int64?
  var bundle: [Int64] = []
}

/// Keys from 1 on for each tenant.
private struct KeysOfTenant: KeyStrategy {
  @TaskLocal static var next: Int64 = 0
  func nextKey(table: String, counted: () throws -> Int64) throws -> Int64 { Self.next }
}

private struct Depot {
  private let file: TemporaryFile
  private var whole: Store
  private var random: RandomNumbers
  private var models: [[Int64: ModelCrate]] = Array(repeating: [:], count: 3)
  private var lastKeys: [Int64] = [0, 0, 0]

  init(_ file: TemporaryFile, seed: UInt64) throws {
    self.file = file
    random = RandomNumbers(seed: seed)
    whole = try Self.open(file)
  }

  private static func open(_ file: TemporaryFile) throws -> Store {
    var configuration = StoreConfiguration(codecs: .standard)
    configuration.keys = KeysOfTenant()
    configuration.tenants = TenantLayout(by: Int.self)
    return try TestedDatabase.current.store(
      SQLiteConfiguration(path: file.path), configuration: configuration)
  }

  mutating func run(steps: Int) throws {
    defer { whole.close() }
    for step in 0..<steps {
      let tenant = Int.random(in: 0..<3, using: &random)
      try change(tenant)
      if step % 5 == 0 { for tenant in 0..<3 { try compare(tenant, at: step) } }
      if step % 100 == 99 {
        whole.close()
        whole = try Self.open(file)
      }
    }
    for tenant in 0..<3 { try compare(tenant, at: steps) }
  }

  private mutating func change(_ tenant: Int) throws {
    let store = try whole.tenant(tenant)
    var model = models[tenant]
    let key = model.keys.sorted().randomElement(using: &random)
    let weight = Int.random(in: 0..<6, using: &random)
    let label = "L\(Int.random(in: 0..<12, using: &random))"
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1, 2: try insert(label, weight, next: key, for: tenant, into: &model, store)
    case 3: if let key { try delete(key, from: &model, store) }
    case 4: try deleteAll(ofWeight: weight, from: &model, store)
    case 5: try addWeight(below: weight, to: &model, store)
    case 6: if let key { try edit(key, label, weight, in: &model, store) }
    case 7: if let key { try bundle(key, count: weight, in: &model, store) }
    case 8: try upsert(label, weight, in: &model, store)
    default: try refuse(store)
    }
    models[tenant] = model
  }

  private func delete(_ key: Int64, from model: inout [Int64: ModelCrate], _ store: Store) throws {
    try store.blocking.transaction { session in
      let crate = try #require(try session.find(Crate.self, pk: key))
      try session.delete(crate)
    }
    remove([key], from: &model)
  }

  private func deleteAll(
    ofWeight weight: Int, from model: inout [Int64: ModelCrate], _ store: Store
  ) throws {
    try store.blocking.transaction { session in
      _ = try Crate.query.where { $0.weight == weight }.delete(in: session)
    }
    remove(model.filter { $0.value.weight == weight }.map(\.key), from: &model)
  }

  private func addWeight(
    below weight: Int, to model: inout [Int64: ModelCrate], _ store: Store
  ) throws {
    try store.blocking.transaction { session in
      _ = try Crate.query.where { $0.weight < weight }.update(in: session) { $0.weight += 1 }
    }
    for (key, crate) in model where crate.weight < weight { model[key]?.weight += 1 }
  }

  private func edit(
    _ key: Int64, _ label: String, _ weight: Int, in model: inout [Int64: ModelCrate],
    _ store: Store
  ) throws {
    if model.contains(where: { $0.key != key && $0.value.label == label }) { return }
    let place = (model[key]?.notes.count ?? 0) / 2
    try store.blocking.transaction { session in
      let crate = try #require(try session.find(Crate.self, pk: key))
      crate.label = label
      crate.notes.insert("n\(weight)", at: place)
      crate.stamps.formSymmetricDifference([weight])
    }
    model[key]?.label = label
    model[key]?.notes.insert("n\(weight)", at: place)
    model[key]?.stamps.formSymmetricDifference([weight])
  }

  private mutating func bundle(
    _ key: Int64, count: Int, in model: inout [Int64: ModelCrate], _ store: Store
  ) throws {
    let bundle = model.keys.sorted().shuffled(using: &random).prefix(count)
    try store.blocking.transaction { session in
      let crate = try #require(try session.find(Crate.self, pk: key))
      crate.bundle = try bundle.map { try #require(try session.find(Crate.self, pk: $0)) }
    }
    model[key]?.bundle = Array(bundle)
  }

  private func upsert(
    _ label: String, _ weight: Int, in model: inout [Int64: ModelCrate], _ store: Store
  ) throws {
    guard let key = model.first(where: { $0.value.label == label })?.key else { return }
    try store.blocking.transaction { session in
      _ = try session.upsert(
        Crate(label: label, weight: weight, notes: [], stamps: [9]), by: \.label)
    }
    model[key] = ModelCrate(label: label, weight: weight, notes: [], stamps: [9])
  }

  private mutating func insert(
    _ label: String, _ weight: Int, next: Int64?, for tenant: Int,
    into model: inout [Int64: ModelCrate], _ store: Store
  ) throws {
    if model.values.contains(where: { $0.label == label }) { return }
    lastKeys[tenant] += 1
    let key = lastKeys[tenant]
    let notes = (0..<weight).map { "\(tenant).\($0)" }
    try KeysOfTenant.$next.withValue(key) {
      try store.blocking.transaction { session in
        let crate = Crate(label: label, weight: weight, notes: notes, stamps: [weight, tenant])
        if let next { crate.next = try session.find(Crate.self, pk: next) }
        try session.save(crate)
      }
    }
    model[key] = ModelCrate(
      label: label, weight: weight, notes: notes, stamps: [weight, tenant], next: next)
  }

  /// A transaction that fails leaves everything as it was.
  private func refuse(_ store: Store) throws {
    struct Enough: Error {}
    do {
      try store.blocking.transaction { session in
        try Crate.deleteAll(in: session)
        throw Enough()
      }
    } catch is Enough {}
  }

  private func remove(_ keys: [Int64], from model: inout [Int64: ModelCrate]) {
    for key in keys { model[key] = nil }
    for (key, crate) in model {
      if let next = crate.next, keys.contains(next) { model[key]?.next = nil }
      model[key]?.bundle.removeAll(where: keys.contains)
    }
  }

  private func compare(_ tenant: Int, at step: Int) throws {
    let model = models[tenant]
    try whole.tenant(tenant).blocking.session { session in
      let found = try Crate.query.loading { $0.bundle }.find(in: session)
      let crates = try Dictionary(
        uniqueKeysWithValues: found.map { crate in
          (
            try #require(crate.pk),
            ModelCrate(
              label: crate.label, weight: crate.weight, notes: crate.notes,
              stamps: crate.stamps, next: crate.next?.pk, bundle: crate.bundle.compactMap(\.pk))
          )
        })
      #expect(crates == model, "tenant \(tenant) at step \(step)")
      let heavy = model.filter { $0.value.weight > 2 }
      #expect(try Crate.query.where { $0.weight > 2 }.count(in: session) == heavy.count)
      let criteria = "pk IN (SELECT next FROM crate) OR weight = 5"
      let wanted = Set(model.values.compactMap(\.next))
      #expect(
        try Set(Crate.find(Criteria(stringLiteral: criteria), in: session).compactMap(\.pk))
          == Set(model.filter { wanted.contains($0.key) || $0.value.weight == 5 }.map(\.key)))
      #expect(
        try Set(
          Crate.query.where { $0.bundle.contains { $0.weight > 2 } }.find(in: session)
            .compactMap(\.pk))
          == Set(model.filter { $0.value.bundle.contains { heavy[$0] != nil } }.map(\.key)))
      #expect(
        try Set(Crate.query.where { $0.next.weight == 3 }.find(in: session).compactMap(\.pk))
          == Set(model.filter { $0.value.next.map { model[$0]?.weight == 3 } ?? false }.map(\.key)))
      let sums = try Crate.query.grouped(by: \.weight).select { ($0.key, $0.count()) }
        .find(in: session)
      #expect(
        Dictionary(uniqueKeysWithValues: sums.map { ($0.0, $0.1) })
          == Dictionary(grouping: model.values, by: \.weight).mapValues(\.count))
      #expect(
        try Crate.query.where { $0.notes.contains("\(tenant).0") }.count(in: session)
          == model.values.filter { $0.notes.contains("\(tenant).0") }.count)
    }
  }
}
