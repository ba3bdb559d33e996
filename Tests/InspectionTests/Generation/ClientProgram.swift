import Foundation
import PersistentObjectsInspection

/// A program of generated files, compiled against the modules beside this test.
struct ClientProgram {
  private let folder: URL
  var path: String { folder.path }

  /// Makes an empty folder for its files.
  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("persist-generated-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  func write(_ text: String, to name: String) throws {
    try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
  }

  private static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static let products = URL(fileURLWithPath: CommandLine.arguments[0])
    .deletingLastPathComponent()

  /// Starts compiling all files into a program.
  func compile() throws -> RunningProcess {
    let sources = Self.package.appendingPathComponent("Sources").path
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .filter { $0.hasSuffix(".swift") }.map { folder.path + "/" + $0 }
    return try RunningProcess(
      ["swiftc", "-Onone", "-swift-version", "6", "-o", folder.path + "/program", "-wmo"]
        + ["-I", Self.products.appendingPathComponent("Modules").path]
        + ["-Xcc", "-fmodule-map-file=\(sources)/CSQLite/module.modulemap"]
        + ["-Xcc", "-fmodule-map-file=\(sources)/CZlib/module.modulemap"]
        + [
          "-load-plugin-executable",
          Self.products.appendingPathComponent("PersistentObjectsMacros-tool").path
            + "#PersistentObjectsMacros",
        ]
        + files + Self.objects() + ["-lsqlite3", "-lz"])
  }

  /// The object files of the modules. Their folders may contain others, of source files that were
  /// moved.
  private static func objects() throws -> [String] {
    let modules = [
      "Driver": "Engine/Driver", "Codec": "Engine/Codec", "Connections": "Engine/Connections",
      "Schema": "Engine/Schema", "Engine": "Engine/Objects", "JSON": "JSON",
      "KeyedArchive": "KeyedArchive", "Names": "Names",
      "Codecs": "Codecs", "SQLite": "SQLite", "": "PersistentObjects",
    ]
    return try modules.flatMap { name, folder in
      let module = "PersistentObjects\(name)"
      let sources = package.appendingPathComponent("Sources/\(folder)").path
      return try FileManager.default.subpathsOfDirectory(atPath: sources).sorted()
        .filter { $0.hasSuffix(".swift") }.map {
          let name = URL(fileURLWithPath: $0).lastPathComponent
          return products.appendingPathComponent("\(module).build/\(name).o").path
        }
    }
  }

  /// A program that opens a given file with the classes of a model, reads all objects, and prints
  /// the pending changes.
  static func opening(_ model: StoreModel) -> String {
    """
    import PersistentObjects

    let store = try Store(path: CommandLine.arguments[1])
    func check<Object: PersistentObject>(_ type: Object.Type) throws {
      let report = try store.blocking.schema(of: type)
      for line in report.pending + report.pendingRecords { print("pending", line) }
      if let conflict = report.conflict { print(conflict) }
      try store.blocking.session { session in
        for object in try Object.findAll(in: session) { precondition(object.pk != nil) }
      }
    }
    \(model.classes.map { "try check(\($0.name).self)" }.joined(separator: "\n"))

    """
  }

  /// Starts the program.
  func run(_ arguments: [String]) throws -> RunningProcess {
    // A test that changes the umask may have run while the program was linked.
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path + "/program")
    return try RunningProcess([folder.path + "/program"] + arguments)
  }
}

/// A process whose output is read when it has ended.
///
/// A separate thread waits for it: there are only as many threads for tests as the processor has
/// cores.
struct RunningProcess: @unchecked Sendable {
  private let process = Process()
  private let pipe = Pipe()

  init(_ command: [String]) throws {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
  }

  /// Waits for the process to end.
  func finish() async -> (status: Int32, output: String) {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: wait()) }
    }
  }

  private func wait() -> (status: Int32, output: String) {
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}
