import CFaults
import Foundation
import PersistentObjects
import TestSupport

/// Plays a scene once, records what it does to the disk, and then simulates a power failure at each
/// moment. After each one the file is reopened; it must be sound and contain everything that was
/// acknowledged until then.
struct CrashLoop {
  private let scene: Scene
  private let options: Options
  private let synchronous: SQLiteConfiguration.Synchronous
  private let path: String
  /// The contents of the file after each commit, beginning with the initial contents.
  private let contents: [FileContents]
  /// The initial disk.
  private let start: Disk

  init(
    _ scene: Scene, _ options: Options, _ synchronous: SQLiteConfiguration.Synchronous
  ) async throws {
    self.scene = scene
    self.options = options
    self.synchronous = synchronous
    path = "\(options.folder)/\(scene.name)-taped.sqlite3"
    removeDatabase(path)
    let maker = try Bench(path)
    try await scene.prepare(maker)
    maker.store.close()
    let file = FileManager.default.contents(atPath: path)
    start = Disk(path, holding: file.map { Array($0) })
    contents = try await Self.tape(scene, path, synchronous)
  }

  private static func tape(
    _ scene: Scene, _ path: String, _ synchronous: SQLiteConfiguration.Synchronous
  ) async throws -> [FileContents] {
    let commits = Commits(path)
    let bench = try Bench(path, synchronous: synchronous)
    try await scene.hold(bench)
    bench.store.trace { if $0.sql == "COMMIT" && $0.role == .writer { commits.add() } }
    commits.add()
    po_tape_start()
    try await scene.work(bench)
    await bench.finish(isWhole: true)
    po_tape_stop()
    if let complaint = bench.outcome.complaints.first { throw Complaint(complaint) }
    return try commits.all
  }

  /// Simulates power failures, and reports problems.
  func run(into tally: inout CrashTally) async throws {
    var disk = start
    var acknowledged = 0
    let earlier = tally.images
    let step = options.isLong ? 1 : max(1, po_tape_count() / options.samples)
    for position in 0..<po_tape_count() {
      let entry = po_tape_entry_at(position).pointee
      if let path = entry.path { disk.add(entry, to: String(cString: path)) }
      if entry.operation == 0 { acknowledged = Int(entry.offset) }
      guard options.number.map({ $0 == position }) ?? (position % step == 0) else { continue }
      try await crash(disk, position, acknowledged, into: &tally)
    }
    if tally.images == earlier {
      tally.complain("no power failure was tried", "--only \(scene.name):\(synchronous)-power")
    }
    for path in disk.paths where path.contains(".partial-") {
      if path.hasSuffix("-journal") || disk.isSynced(path) { continue }
      tally.complain("the copy was not on the disk when it took its place", scene.name)
    }
  }

  private func crash(
    _ disk: Disk, _ position: Int, _ acknowledged: Int, into tally: inout CrashTally
  ) async throws {
    for (round, loss) in (0..<(options.isLong ? 2 : 1)).flatMap({ round in
      Disk.Loss.allCases.map { (round, $0) }
    }) {
      var random = RandomNumbers(seed: options.seed &+ UInt64(position * 31 + round))
      let place = "--only \(scene.name):\(synchronous)-power:\(loss):\(position)"
      po_watch(place, 60)
      let image = "\(options.folder)/image.sqlite3"
      removeDatabase(image)
      for suffix in ["", "-wal", "-journal"] {
        guard let bytes = disk.image(of: path + suffix, loss, &random) else { continue }
        try Data(bytes).write(to: URL(fileURLWithPath: image + suffix))
      }
      tally.count(loss)
      if let complaint = await fault(in: image, acknowledged) { tally.complain(complaint, place) }
      po_watch("between two runs", 0)
    }
  }

  private func fault(in image: String, _ acknowledged: Int) async -> String? {
    do {
      let store = try Bench.store(image, synchronous)
      defer { store.close() }
      let report = try await store.checkIntegrity()
      if !report.isSound { return "the file is not sound: \(report)" }
      let found = try FileContents(of: image)
      // The commit in progress may also be in the file.
      let first = synchronous == .full ? acknowledged : 0
      let allowed = contents[first...min(acknowledged + 1, contents.count - 1)]
      return allowed.contains(found)
        ? nil : "\(acknowledged) commits were acknowledged, and the file holds others"
    } catch {
      return "the file cannot be used: \(error)"
    }
  }
}

/// The contents of a file after each commit, with a mark on the tape for each.
///
/// `@unchecked Sendable`: the list is used only under the lock.
private final class Commits: @unchecked Sendable {
  private let path: String
  private let lock = NSLock()
  private var list: [Result<FileContents, any Error>] = []

  init(_ path: String) { self.path = path }

  /// - Throws: the first error of reading them.
  var all: [FileContents] {
    get throws { try lock.withLock { try list.map { try $0.get() } } }
  }

  func add() {
    let contents = Result { try FileContents(of: path) }
    lock.withLock {
      po_tape_mark(Int64(list.count))
      list.append(contents)
    }
  }
}

/// Counts the results of power failures.
struct CrashTally {
  private(set) var images = 0
  private(set) var complaints = 0

  mutating func count(_ loss: Disk.Loss) { images += 1 }

  mutating func complain(_ complaint: String, _ place: String) {
    complaints += 1
    say("! \(place)")
    say("    \(complaint)")
  }
}
