import Foundation
import PersistentObjects
import TestSupport
import Testing

/// The calls of hooks, in order.
final class HookLog {
  var calls: [String] = []
  /// The action of a hook, by its name.
  var actions: [String: (Job) throws -> Void] = [:]
}

@Persistent class Job {
  var title: String
  var revision: Int = 0
  var parent: Job?
  var steps: [Step] = []
  @Transient var log: HookLog?

  func note(_ call: String) throws {
    log?.calls.append("\(call) \(title)")
    try log?.actions[call]?(self)
  }

  func willSave() throws { try note("willSave") }
  func didSave() { try? note("didSave") }
  func willInsert() throws { try note("willInsert") }
  func didInsert() { try? note("didInsert") }
  func willUpdate() throws { try note("willUpdate") }
  func didUpdate() { try? note("didUpdate") }
  func willDelete() throws { try note("willDelete") }
  func didDelete() { try? note("didDelete") }
  func willRevert() throws { try note("willRevert") }
  func didRevert() { try? note("didRevert") }
}

@Persistent class SubJob: Job {
  var size: Int = 0
  override init(title: String, revision: Int = 0, parent: Job? = nil, steps: [Step] = []) {
    super.init(title: title, revision: revision, parent: parent, steps: steps)
  }
}

@Persistent final class Chore: SubJob {
  var room: String = ""
  init(_ title: String) { super.init(title: title) }

  override func willSave() throws {
    room = "kitchen"
    try super.willSave()
  }

  private func didLoad() { size += 100 }
}

@Persistent final class Step {
  var name: String
  @Transient var loads = 0
  private func didLoad() { loads += 1 }
  func willSave() throws {
    if name.isEmpty { throw Veto() }
  }
}

/// A class whose hooks create more and more objects, up to a limit.
@Persistent final class Hydra {
  var next: Hydra?
  @Transient var limit = Int.max
  func willSave() {
    if next != nil || limit == 1 { return }
    let hydra = Hydra()
    hydra.limit = limit - 1
    next = hydra
  }
}

@Persistent final class Van {
  var plate: String
  @Inverse(\Pallet.van) var pallets: [Pallet] = []
  @Transient var calls = 0
  func willSave() { calls += 1 }
  func willUpdate() { calls += 1 }
  func didUpdate() { calls += 1 }
  func didSave() { calls += 1 }
}

@Persistent final class Pallet {
  var van: Van?
  @Transient var sessions: [Session?] = []
  static let rules: [Rule<Pallet>] = [
    Rule("must have a session") { pallet in
      pallet.sessions.append(pallet.session)
      return true
    }
  ]
  func willSave() { sessions.append(session) }
}

@Persistent final class Owned {
  var name: String
  var owner: Owner
  @Transient var ownerName = ""
  func didLoad() { ownerName = owner.name }
}

@Persistent final class Owner {
  var name: String
  var favourite: Owned?
}

/// A class with hooks that its subclasses cannot override.
@Persistent class Charter {
  var title: String
  @Transient var calls: [String] = []
  private func willSave() throws {
    calls.append("charter")
    if title.isEmpty { throw Veto() }
  }
  private func didSave() { calls.append("charter did") }
}

@Persistent class Lease: Charter {
  func willSave() throws { calls.append("lease") }
  func didSave() { calls.append("lease did") }
}

@Persistent final class Sublease: Lease {
  override func willSave() throws {
    try super.willSave()
    calls.append("sublease")
  }
}

struct Veto: Error {}

@Suite struct HookTests {
  private func logged<T: Job>(_ task: T, _ log: HookLog) -> T {
    task.log = log
    return task
  }

  @Test func hooksAndRulesOfNewObjectsHaveTheSessionThatSavesThem() throws {
    try TemporaryStore.run { _, session in
      let van = Van(plate: "A")
      try session.save(van)
      #expect(van.pallets.isEmpty)
      let pallet = Pallet(van: van)
      #expect(van.pallets.count == 1 && pallet.session == nil, "the session only knows of it")
      try session.save(van)
      #expect(pallet.state == .clean && pallet.sessions.count == 2)
      #expect(pallet.sessions.allSatisfy { $0 === session })
    }
  }

  @Test func areCalledAroundEachWrite() throws {
    try TemporaryStore.run { _, session in
      let log = HookLog()
      let task = logged(Job(title: "a"), log)
      try session.save(task)
      #expect(log.calls == ["willSave a", "willInsert a", "didInsert a", "didSave a"])
      log.calls = []
      try session.save(task)
      #expect(log.calls == [])
      task.title = "b"
      try session.revert(task)
      task.title = "c"
      try session.save()
      try session.delete(task)
      #expect(
        log.calls == [
          "willRevert b", "didRevert a", "willSave c", "willUpdate c", "didUpdate c", "didSave c",
          "willDelete c", "didDelete c",
        ])
    }
  }

  @Test func takeUpWhatTheyChangeInObjectsThatWereChangedBefore() throws {
    try TemporaryStore.run { temporary, session in
      let log = HookLog()
      let (main, other) = (logged(Job(title: "main"), log), Job(title: "other"))
      try session.given(main, other)
      other.title = "changed"
      log.actions["willSave"] = { _ in other.revision = 7 }
      main.title = "saved"
      try session.save(main)
      #expect(other.state == .clean)
      #expect(
        try temporary.rows("SELECT title, revision FROM job ORDER BY pk") == [
          "saved|0", "changed|7",
        ])
    }
  }

  @Test func mustNotDeleteRowsByKeyOrQuery() throws {
    try TemporaryStore.run { temporary, session in
      let log = HookLog()
      let job = logged(Job(title: "a"), log)
      try session.given(job, Owner(name: "o"))
      let deletions: [(Job) throws -> Void] = [
        { _ in _ = try Owner.delete(pks: [1], in: session) },
        { _ in _ = try Owner.query.delete(in: session) },
      ]
      for deletion in deletions {
        log.actions["willSave"] = { job in _ = try? deletion(job) }
        job.revision += 1
        #expect(failure { try session.save(job) }?.code == .hookMisused)
        #expect(try temporary.rows("SELECT count(*) FROM owner") == ["1"])
      }
    }
  }

  @Test func privateOnesRunBeforeThoseOfTheSameNameInSubclasses() throws {
    try TemporaryStore.run { _, session in
      let (lease, sublease) = (Lease(title: "l"), Sublease(title: "s"))
      try session.save(lease)
      #expect(lease.calls == ["charter", "lease", "charter did", "lease did"])
      try session.save(sublease)
      #expect(
        sublease.calls == ["charter", "lease", "sublease", "charter did", "lease did"])
      sublease.title = ""
      #expect(throws: Veto.self) { try session.save(sublease) }
    }
  }

  @Test func areOverriddenInSubclassesAndInheritedByOthers() throws {
    try TemporaryStore.run { temporary, session in
      let log = HookLog()
      let chore: Job = logged(Chore("sweep"), log)
      try session.given(chore, logged(SubJob(title: "s"), log))
      #expect(log.calls.prefix(2) == ["willSave sweep", "willInsert sweep"])
      #expect(log.calls.contains("willSave s"))
      #expect(try temporary.rows("SELECT room FROM chore") == ["kitchen"])
      let other = Session(store: temporary.store)
      let found = try #require(try other.find(Chore.self, pk: 1))
      #expect(found.size == 100 && found.state == .changed)
    }
  }

  @Test func takeUpWhatTheyChangeAndMake() throws {
    try TemporaryStore.run { temporary, session in
      let log = HookLog()
      let other = Job(title: "other")
      try session.given(other)
      let pending = logged(Job(title: "pending"), log)
      log.actions["willSave"] = { task in
        guard task.title == "main" else { return }
        task.revision += 1
        task.steps.append(Step(name: "made"))
        other.revision = 7
        try session.insert(pending)
      }
      let task = logged(Job(title: "main"), log)
      try session.save(task)
      #expect(task.revision == 1 && task.steps[0].state == .clean)
      #expect(other.state == .clean && pending.state == .clean)
      #expect(log.calls.prefix(3) == ["willSave main", "willInsert main", "willSave pending"])
      let rows = try temporary.rows("SELECT title, revision FROM job ORDER BY pk")
      #expect(rows == ["other|7", "main|1", "pending|0"])
    }
  }

  @Test(arguments: ["willSave", "willInsert", "willUpdate"])
  func refuseASaveAndPutAllBack(_ hook: String) throws {
    try TemporaryStore.run { temporary, session in
      let log = HookLog()
      let old = logged(Job(title: "old"), log)
      try session.given(old)
      let bystander = Job(title: "bystander")
      try session.given(bystander)
      log.actions[hook] = { task in
        task.revision = 9
        bystander.revision = 9
        throw Veto()
      }
      old.title = "changed"
      let new = logged(Job(title: "new", parent: old), log)
      temporary.statements.clear()
      #expect(throws: Veto.self) { try session.save(new) }
      #expect(temporary.statements.all == ["BEGIN IMMEDIATE", "ROLLBACK"])
      #expect(old.state == .changed && old.title == "changed" && old.revision == 0)
      #expect(new.state == .new && new.revision == 0 && new.session == nil)
      #expect(bystander.state == .clean && bystander.revision == 0)
      #expect(!log.calls.contains("didSave new"))
      log.actions = [:]
      try session.save(new)
      #expect(new.state == .clean && old.state == .clean)
    }
  }

  @Test func refuseADeletionAndARevert() throws {
    try TemporaryStore.run { temporary, session in
      let log = HookLog()
      let task = logged(Job(title: "a"), log)
      try session.given(task)
      log.actions["willDelete"] = { task in
        task.revision = 9
        throw Veto()
      }
      log.actions["willRevert"] = { _ in throw Veto() }
      #expect(throws: Veto.self) { try session.delete(task) }
      #expect(task.state == .clean && task.revision == 0)
      task.title = "b"
      #expect(throws: Veto.self) { try session.revert(task) }
      #expect(task.title == "b")
      #expect(try temporary.rows("SELECT title FROM job") == ["a"])
    }
  }

  @Test func leaveAnObjectAsItWasWhenTheyAreRefusedAfterARevert() throws {
    try TemporaryStore.run { temporary, session in
      let log = HookLog()
      let task = logged(Job(title: "a"), log)
      try session.given(task)
      log.actions["didRevert"] = { task in
        task.title += "!"
        try? session.save(task)
      }
      task.revision = 7
      task.steps = [Step(name: "first")]
      let reverting = failure { try session.revert(task, \.revision) }
      #expect(reverting?.code == .hookMisused)
      #expect(task.title == "a" && task.revision == 7 && task.state == .changed)
      let refreshing = failure { try session.refresh(task, keeping: \.steps) }
      #expect(refreshing?.code == .hookMisused)
      #expect(task.title == "a" && task.revision == 7 && task.steps.map(\.name) == ["first"])
      log.actions = [:]
      try session.save(task)
      #expect(try temporary.rows("SELECT title, revision FROM job") == ["a|7"])
    }
  }

  @Test func tellOfCommitsOnlyWhenTheyAreSure() throws {
    try TemporaryStore.run { _, session in
      let log = HookLog()
      log.actions["didSave"] = { task in
        #expect(task.state == .clean && task.pk != nil)
        let title = task.title
        session.afterCommit { log.calls.append("committed \(title)") }
      }
      try session.cancelledTransaction { try session.save(logged(Job(title: "lost"), log)) }
      try session.transaction {
        try session.save(logged(Job(title: "a"), log))
        try session.cancelledTransaction { try session.save(logged(Job(title: "b"), log)) }
        try session.transaction { try session.save(logged(Job(title: "c"), log)) }
        #expect(!log.calls.contains { $0.hasPrefix("committed") })
      }
      #expect(log.calls.filter { $0.hasPrefix("committed") } == ["committed a", "committed c"])
      session.afterCommit { log.calls = [] }
      #expect(log.calls == [])
    }
  }

  @Test(arguments: ["willSave", "didSave", "willDelete", "didDelete", "willRevert", "didRevert"])
  func mustNotSaveDeleteOrRevert(_ hook: String) throws {
    try TemporaryStore.run { _, session in
      let log = HookLog()
      let task = Job(title: "a")
      try session.given(task)
      task.log = log
      for action in ["save", "delete", "revert", "transaction"] {
        log.actions[hook] = { task in
          // Swallowing the error does not save the transaction.
          switch action {
          case "save": try? session.save(task)
          case "delete": try? session.delete(task)
          case "revert": try? session.revert(task)
          default: try? session.transaction {}
          }
        }
        task.revision += 1
        let error = failure {
          if hook.hasSuffix("Delete") {
            try session.delete(task)
          } else if hook.hasSuffix("Revert") {
            try session.revert(task)
          } else {
            try session.save(task)
          }
        }
        #expect(error?.code == .hookMisused, "\(hook) \(action)")
        #expect(error?.message.hasPrefix("Job.\(hook)() must not ") == true)
      }
      log.actions = [:]
      task.revision = 77
      try session.save(task)
      #expect(task.state == .clean)
    }
  }

  /// An object in which only an inverse has changed has nothing to write.
  @Test func areNotCalledForAnInverse() throws {
    try TemporaryStore.run { store, session in
      let van = Van(plate: "B 1")
      try session.save(van)
      van.calls = 0
      let pallet = Pallet()
      try session.insert(pallet)
      pallet.van = van
      van.pallets.append(Pallet())
      try session.save()
      #expect(van.calls == 0 && van.state == .clean && van.pallets.count == 2)
      van.plate = "B 2"
      van.pallets.append(Pallet())
      try session.save()
      #expect(van.calls == 4)
      #expect(try store.rows("SELECT van FROM pallet ORDER BY pk") == ["1", "1", "1"])
    }
  }

  @Test func mayMakeAsManyObjectsAsThereAreRounds() throws {
    try TemporaryStore.run { temporary, session in
      let hydra = Hydra()
      hydra.limit = 32
      try session.save(hydra)
      #expect(try temporary.rows("SELECT count(*) FROM hydra") == ["32"])
    }
  }

  @Test func endTheGrowthOfAGraphThatNeverEnds() throws {
    try TemporaryStore.run { temporary, session in
      let hydra = Hydra()
      let error = try #require(failure { try session.save(hydra) })
      #expect(error.code == .hookMisused && error.message.contains("32 times"))
      #expect(hydra.state == .new && hydra.next == nil)
      #expect(try temporary.rows("SELECT count(*) FROM hydra") == ["0"])
    }
  }

  @Test func tellAnObjectOnceThatItWasLoadedWithAllItRequires() throws {
    try TemporaryStore.run { temporary, session in
      let owner = Owner(name: "Ann")
      let owned = Owned(name: "cat", owner: owner)
      owner.favourite = owned
      try session.given(owned)
      #expect(owned.ownerName == "")
      owner.favourite = nil
      try session.save()
      let other = Session(store: temporary.store)
      let found = try Owned.findAll(in: other)
      #expect(found[0].ownerName == "Ann")
      let task = Job(title: "t", steps: [Step(name: "1"), Step(name: "2")])
      try session.given(task)
      let steps = try #require(try other.find(Job.self, pk: 1)).steps
      #expect(steps.map(\.loads) == [1, 1])
      _ = try Step.findAll(in: other)
      #expect(steps.map(\.loads) == [1, 1])
      let streamed = Session(store: temporary.store)
      var loads: [Int] = []
      try Step.query.forEach(in: streamed) { loads.append($0.loads) }
      #expect(loads == [1, 1])
      let single = Session(store: temporary.store)
      #expect(try single.find(Step.self, pk: 1)?.loads == 1)
    }
  }

  @Test func mayNotDeleteWhileLoading() throws {
    try TemporaryStore.run { temporary, session in
      try session.given(Greedy(name: "g"))
      let other = Session(store: temporary.store)
      let error = try #require(failure { _ = try Greedy.findAll(in: other) })
      #expect(error.code == .hookMisused && error.message.hasPrefix("Greedy.didLoad() must not"))
      #expect(try temporary.rows("SELECT name FROM greedy") == ["g"])
    }
  }
}

@Persistent final class Greedy {
  var name: String
  func didLoad() { try? session?.delete(self) }
}
