import Foundation

/// Compiles a file of `Fixtures/` as part of a program that uses the package.
struct ClientCompiler {
  /// The file's path.
  let path: String

  init(_ file: String) { path = Self.package.appendingPathComponent("Fixtures/\(file)").path }

  func source() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  private static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folder of the modules and the macros' plug-in, which is also that of this test's
  /// executable.
  private static let products = URL(fileURLWithPath: CommandLine.arguments[0])
    .deletingLastPathComponent()

  /// Runs the compiler, and returns its output.
  ///
  /// - Parameter mode: the kind of output, such as `-emit-sil`.
  func compile(_ mode: String...) throws -> (status: Int32, output: String) {
    let sources = Self.package.appendingPathComponent("Sources").path
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["swiftc"] + mode + [
        "-o", "/dev/null", "-swift-version", "6", "-parse-as-library",
        "-I", Self.products.appendingPathComponent("Modules").path,
        "-Xcc", "-fmodule-map-file=\(sources)/CSQLite/module.modulemap",
        "-Xcc", "-fmodule-map-file=\(sources)/CZlib/module.modulemap",
        "-load-plugin-executable",
        Self.products.appendingPathComponent("PersistentObjectsMacros-tool").path
          + "#PersistentObjectsMacros",
        path,
      ]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  /// Returns the lines of the compiler's output that report errors. An error in what `#isolation` stands for in a
  /// default argument is reported at the call.
  func errors(in output: String) -> [String] {
    let lines = output.split(separator: "\n").map(String.init)
    return lines.indices.filter { lines[$0].contains(": error:") }.map { index in
      guard lines[index].hasPrefix("macro expansion #isolation"), index + 1 < lines.count else {
        return lines[index]
      }
      return lines[index + 1].drop { "`- ".contains($0) } + ": error:" + lines[index]
    }
  }
}
