import CFaults
import Foundation
import PersistentObjectsEngine

/// Plays a scene repeatedly, making the first, second, third … operation fail, until a run meets no
/// more faults.
struct FaultLoop {
  let scene: Scene
  let options: Options
  private let template: String
  private let path: String
  private let contents: [FileContents]

  init(_ scene: Scene, _ options: Options) async throws {
    self.scene = scene
    self.options = options
    template = "\(options.folder)/\(scene.name)-template.sqlite3"
    path = "\(options.folder)/\(scene.name).sqlite3"
    removeDatabase(template)
    let maker = try Bench(template)
    try await scene.prepare(maker)
    maker.store.close()
    try copyDatabase(template, to: path)
    contents = try await Self.contents(of: scene, path)
  }

  /// The contents of the file after each step if nothing fails.
  private static func contents(of scene: Scene, _ path: String) async throws -> [FileContents] {
    let bench = try Bench(path)
    defer { bench.store.close() }
    try await scene.hold(bench)
    try bench.begin()
    try await scene.work(bench)
    return bench.contents
  }

  func run(_ kind: Fault.Kind, _ span: Fault.Span, into tally: inout Tally) async throws {
    let numbers: StrideTo<Int>
    if let only = options.number {
      numbers = stride(from: only, to: only + 1, by: 1)
    } else {
      let all = try await play(Fault(kind: kind, span: span, number: .max)).report.met
      let step = options.isLong ? 1 : max(1, all / options.samples)
      numbers = stride(from: 1 + Int(options.seed % UInt64(step)), to: all + 1, by: step)
    }
    let earlier = tally.runs
    for number in numbers {
      let fault = Fault(kind: kind, span: span, number: number)
      tally.add(try await play(fault), fault, scene)
    }
    if tally.runs == earlier {
      tally.report(["no operation has failed"], "--only \(scene.name):\(kind):\(span)")
    }
  }

  private func play(_ fault: Fault) async throws -> Outcome {
    po_watch("--only \(scene.name):\(fault.kind):\(fault.span):\(fault.number)", 60)
    try copyDatabase(template, to: path)
    let bench = try Bench(path, fault, contents: contents)
    try await scene.hold(bench)
    fault.arm()
    do {
      try await scene.work(bench)
      await bench.finish(isWhole: true)
    } catch is Bench.Abandoned {
      await bench.finish(isWhole: false)
    }
    po_watch("between two runs", 0)
    return bench.outcome
  }
}

/// Replaces a database with a copy of another one. A template that was never made leaves no file.
func copyDatabase(_ path: String, to place: String) throws {
  removeDatabase(place)
  guard FileManager.default.fileExists(atPath: path) else { return }
  try FileManager.default.copyItem(atPath: path, toPath: place)
}

func removeDatabase(_ path: String) {
  for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
}
