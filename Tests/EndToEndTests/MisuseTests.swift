import Foundation
import Testing

/// Misuse across tasks is a compile error, and the right way is not.
@Suite struct MisuseTests {
  /// The compiler's errors stand exactly on the lines that say so.
  @Test(arguments: ["Escapes.swift", "Transactions.swift"])
  func onlyMarkedLinesAreErrors(_ file: String) throws {
    let path = Self.fixtures.appendingPathComponent(file).path
    let source = try String(contentsOfFile: path, encoding: .utf8)
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    let marked = lines.indices.filter { lines[$0].hasSuffix("// error") }.map { $0 + 1 }
    let output = try Self.compile(path)
    let found = output.split(separator: "\n").compactMap { line -> Int? in
      guard line.hasPrefix(path + ":"), line.contains(": error:") else { return nil }
      return Int(line.dropFirst(path.count + 1).prefix { $0 != ":" })
    }
    #expect(!marked.isEmpty)
    #expect(Set(found).sorted() == marked, "\(output)")
  }

  private static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let fixtures = package.appendingPathComponent("Fixtures/Misuse")

  /// Where the modules and the macros' plug-in lie: beside this test's executable.
  private static let products = URL(fileURLWithPath: CommandLine.arguments[0])
    .deletingLastPathComponent()

  private static func compile(_ path: String) throws -> String {
    let sources = package.appendingPathComponent("Sources").path
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "swiftc", "-emit-sil", "-o", "/dev/null", "-swift-version", "6",
      "-I", products.appendingPathComponent("Modules").path,
      "-Xcc", "-fmodule-map-file=\(sources)/CSQLite/module.modulemap",
      "-Xcc", "-fmodule-map-file=\(sources)/CZlib/module.modulemap",
      "-load-plugin-executable",
      products.appendingPathComponent("PersistentObjectsMacros-tool").path
        + "#PersistentObjectsMacros",
      path,
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }
}
