import Foundation

/// Compiles a file of this package as part of a program that uses it.
struct ClientCompiler {
  /// The file's path.
  let path: String

  /// - Parameter file: the path of a file of `Fixtures/`.
  init(_ file: String) { self.init(inPackage: "Fixtures/\(file)") }

  /// - Parameter path: the path of any file.
  init(path: String) { self.path = path }

  init(inPackage file: String) { path = Self.package.appendingPathComponent(file).path }

  func source() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  private static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folder of the modules and the macros' plug-in, which is also that of this test's
  /// executable.
  private static let products = URL(fileURLWithPath: CommandLine.arguments[0])
    .deletingLastPathComponent()

  /// Runs the compiler, and returns its output.
  ///
  /// - Parameters:
  ///   - mode: the way in which the client has its code compiled.
  ///   - output: the kind of output, such as `-emit-sil`, and other options.
  func compile(
    in mode: ClientMode = .version6, _ output: String...
  ) throws -> (status: Int32, output: String) { try compile(in: mode, output) }

  /// Runs the compiler with options, and returns its output.
  func compile(
    in mode: ClientMode, _ output: [String]
  ) throws -> (status: Int32, output: String) {
    let sources = Self.package.appendingPathComponent("Sources").path
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["swiftc"] + output + mode.options + [
        "-o", "/dev/null", "-parse-as-library", "-package-name", "Client",
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

  /// Returns the lines of the compiler's output that report errors. An error in what `#isolation`
  /// stands for in a default argument is reported at the call.
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
